import pytest

from cellar.blend import alcohol, whole_bottles


def test_alcohol_of_blend():
    assert alcohol([(0.3, 12.0), (0.6, 13.5), (0.1, 11.0)]) == pytest.approx(12.8)


@pytest.mark.parametrize("litres, bottles", [(9.0, 12), (9.375, 13)])
def test_whole_bottles(litres, bottles):
    assert whole_bottles(litres) == bottles
