import sqlite3

SCHEMA = "CREATE TABLE plays (guid TEXT, at INTEGER)"


class Plays:
    def __init__(self):
        self.con = sqlite3.connect(":memory:")
        self.con.execute(SCHEMA)

    def count(self, guid):
        cur = self.con.execute("SELECT count(*) FROM plays WHERE guid = ?", (guid))
        return cur.fetchone()[0]
