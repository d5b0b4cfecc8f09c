import datetime

import pytest


@pytest.fixture
def now():
    return datetime.datetime(2026, 3, 2, 8, 30, tzinfo=datetime.timezone.utc)
