import pytest


@pytest.fixture
def press_config():
    return {"bar": 2}


@pytest.fixture(scope="module")
def press(press_config):
    return {"state": "idle", **press_config}


def test_press_starts_idle(press):
    assert press["state"] == "idle"
