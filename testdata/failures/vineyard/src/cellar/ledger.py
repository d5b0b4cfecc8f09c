import sqlite3
from concurrent.futures import ThreadPoolExecutor


class Ledger:
    def __init__(self):
        self.db = sqlite3.connect(":memory:")
        self.db.execute("create table entry (litres int)")

    def add(self, litres):
        self.db.execute("insert into entry values (?)", (litres,))

    def add_all(self, many):
        with ThreadPoolExecutor(1) as pool:
            list(pool.map(self.add, many))
        return self.db.execute("select sum(litres) from entry").fetchone()[0]
