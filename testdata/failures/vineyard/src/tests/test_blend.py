from cellar.blend import alcohol


def test_alcohol_of_blend():
    assert alcohol([(0.3, 12.0), (0.6, 13.5), (0.1, 11.0)]) == 12.8
