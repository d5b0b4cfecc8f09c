from cellar.racks import Racks


def test_racks_after_restart(tmp_path):
    path = tmp_path / "racks.json"
    Racks(path).put(3, "Merlot")
    assert Racks(path).free(range(1, 5)) == [1, 2, 4]
