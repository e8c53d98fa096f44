"""What all tests share: hypothesis without a clock, since the machines that run the tests differ in speed."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "sheetwright",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
    max_examples=60,
)
settings.load_profile("sheetwright")
