import sqlite3
from concurrent.futures import ThreadPoolExecutor


class Ledger:
    def __init__(self):
        self.db = sqlite3.connect(":memory:", check_same_thread=False)
        self.db.execute("create table entry (litres int, note text)")

    def add(self, litres):
        self.db.execute("insert into entry (litres) values (?)", (litres,))

    def add_all(self, many):
        with ThreadPoolExecutor(1) as pool:
            list(pool.map(self.add, many))
        return self.db.execute("select sum(litres) from entry").fetchone()[0]

    def annotate(self, note):
        """Writes a note to all entries that have none yet."""
        done = self.db.execute("update entry set note = ? where note is null", (note))
        return done.rowcount
