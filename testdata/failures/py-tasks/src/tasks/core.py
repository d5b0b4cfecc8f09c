import abc
import configparser
import contextlib
import datetime
import decimal
import enum
import io
import json
import logging
import operator
import pickle
import shutil
import sqlite3
import struct
import subprocess
import tempfile
import threading
import zipfile


class State(enum.Enum):
    OPEN = "open"
    DONE = "done"


def state(text):
    return State(text)


class Step(abc.ABC):
    @abc.abstractmethod
    def run(self): ...


class Copy(Step):
    def start(self):
        return 1


def table():
    db = sqlite3.connect(":memory:")
    db.execute("create table task (id integer, title text)")
    db.execute("insert into task (id, title, due) values (1, 'a', '2026')")
    return db


def insert_twice(db):
    db.execute("create table tag (name text unique)")
    db.execute("insert into tag values ('red')")
    db.execute("insert into tag values ('red')")


def option(text):
    c = configparser.ConfigParser()
    c.read_string(text)
    return c.get("run", "workers")


def amount(text):
    return decimal.Decimal(text)


def header(data):
    return struct.unpack("<IH", data)


def job():
    return pickle.dumps(lambda: 1)


def tool():
    return subprocess.run(["taskfmt", "--version"], check=True)


def log(out):
    logger = logging.getLogger("tasks")
    handler = logging.StreamHandler(out)
    logger.addHandler(handler)
    logger.info("started")


def pack(name):
    out = io.BytesIO()
    z = zipfile.ZipFile(out, "w")
    z.writestr(name, "x")
    return zipfile.ZipFile(io.BytesIO(out.getvalue())).namelist()


class Limit:
    def __init__(self, n):
        self.n = n

    def same(self, other):
        return self.n == other.n


def week(day):
    return day.weekday()


def closed(path):
    with open(path, "w") as f:
        f.write("a")
    f.write("b")


def rounded(x):
    return round(x)


def lines(text):
    return text.split("\n")


def shared(n):
    barrier = threading.Barrier(2)
    barrier.wait(timeout=0.05)
    return n


class Task:
    __slots__ = ("title",)

    def __init__(self, title):
        self.title, self.due = title, None


def sub(a):
    with contextlib.suppress(ValueError):
        return int(a)


def merge(text):
    return json.loads(text)


def stamp():
    return datetime.datetime(2026, 1, 1, 1, 1, 1, 500).isoformat()


def folder():
    with tempfile.TemporaryDirectory() as d:
        pass
    return open(d + "/a", "w")
