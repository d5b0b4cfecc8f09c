import datetime
import io
import pathlib
import tempfile
import unittest

from tasks import core


class StateTest(unittest.TestCase):
    def test_upper_case(self):
        self.assertIs(core.state("DONE"), core.State.DONE)

    def test_copy_runs(self):
        self.assertEqual(core.Copy().run(), 1)

    def test_slots(self):
        self.assertEqual(core.Task("a").title, "a")

    def test_equal_limits(self):
        self.assertEqual(core.Limit(3), core.Limit(3))

    def test_bad_number_is_an_error(self):
        with self.assertRaises(ValueError):
            core.sub("x")


class StoreTest(unittest.TestCase):
    def test_table_has_due(self):
        core.table()

    def test_tags(self):
        core.insert_twice(core.sqlite3.connect(":memory:"))

    def test_option(self):
        self.assertEqual(core.option("[run]\nname = x\n"), "1")

    def test_amount(self):
        self.assertEqual(core.amount("1,5"), core.decimal.Decimal("1.5"))

    def test_header(self):
        self.assertEqual(core.header(b"\x01\x00\x02\x00"), (1, 2))

    def test_job(self):
        self.assertTrue(core.job())

    def test_tool(self):
        self.assertTrue(core.tool())

    def test_log(self):
        out = io.StringIO()
        core.log(out)
        self.assertIn("started", out.getvalue())

    def test_pack(self):
        self.assertEqual(core.pack("a"), ["a"])

    def test_merge(self):
        self.assertEqual(core.merge("[1,]"), [1])


class TimeTest(unittest.TestCase):
    def test_monday_is_one(self):
        self.assertEqual(core.week(datetime.date(2026, 5, 4)), 1)

    def test_closed(self):
        with tempfile.TemporaryDirectory() as d:
            core.closed(pathlib.Path(d) / "x")

    def test_rounded(self):
        self.assertEqual(core.rounded(2.5), 3)

    def test_lines(self):
        self.assertListEqual(core.lines("a\nb\n"), ["a", "b"])

    def test_shared(self):
        self.assertEqual(core.shared(2), 2)

    def test_stamp(self):
        self.assertEqual(core.stamp(), "2026-01-01T01:01:01")

    def test_folder(self):
        core.folder().close()
