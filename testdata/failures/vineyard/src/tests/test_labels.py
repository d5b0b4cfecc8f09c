from cellar.labels import template


def test_template_from_anywhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert template("riesling").startswith("Riesling")
