from decimal import Decimal

import pytest

from cellar.prices import price_list


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_price_of_merlot(elsewhere):
    assert price_list()["merlot"] == Decimal("12.00")
