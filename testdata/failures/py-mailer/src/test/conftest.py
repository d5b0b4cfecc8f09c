import pytest


@pytest.fixture
def outbox():
    return []
