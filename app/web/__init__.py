"""The web page: a small server on the player's own computer (docs/web.md).

Begin with app.py: routes, exception handlers, middleware. routes/ has the endpoints, views/ what templates
are given; sheets lie in SQLite (store.py), long work runs in processes (jobs.py, worker_tasks.py).
"""
