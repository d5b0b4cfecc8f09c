from cellar.labels import label, template


def test_template_from_anywhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert template("riesling").startswith("Riesling")


def test_label_of_wine():
    assert label("Riesling 2024") == "Riesling, dry, 2024"
