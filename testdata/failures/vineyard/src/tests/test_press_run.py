from cellar.press_run import PressRun


def test_press_run():
    assert PressRun("Pinot", kilos=900).bar == 1.5
