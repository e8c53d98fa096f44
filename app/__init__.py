"""The doors: command line and web page. They talk to people, files and clocks, and know no rules.

Begin with cli/main.py for the command line, with web/app.py for the page. Both ask answers/, which take
states and bytes; positions/ reads what is handed in, processes/ has pools and limited child processes.
"""
