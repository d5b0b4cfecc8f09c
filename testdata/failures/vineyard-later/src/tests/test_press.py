import pytest


@pytest.fixture(scope="module")
def press_settings():
    return {"bar": 2, "minutes": 45}


@pytest.fixture(scope="module")
def press(press_settings):
    return {"state": "idle", **press_settings}


def test_press_starts_idle(press):
    assert press["state"] == "idle"


def test_press_takes_its_pressure(press, press_config):
    assert press["bar"] == press_config["bar"]
