from cellar.sensors import connect


def test_connect():
    assert connect("/dev/ttyS1").port == "/dev/ttyS1"
