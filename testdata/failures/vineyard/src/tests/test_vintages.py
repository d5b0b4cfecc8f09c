from cellar import vintages


def test_ratings_survive():
    back = vintages.load(vintages.dump({2019: 94, 2021: 88}))
    assert back[2021] == 88
