import asyncio
import copy
import functools
import hashlib
import itertools
from dataclasses import dataclass
from pathlib import Path


def body(path):
    return Path(path).read_bytes().decode("ascii")


def pending(mails):
    open_ = filter(lambda m: not m["sent"], mails)
    count = sum(1 for _ in open_)
    return count, [m["id"] for m in open_]


def subject(ticket):
    return "[#" + ticket + "] Your request"


async def deliver(transport, mail):
    receipt = transport.send(mail)
    return receipt.code


def notify(slack, text):
    slack.chat(text, channel="general")


def topics(subscribers):
    return list({t for s in subscribers for t in s})


def prune(bounces):
    for address, n in bounces.items():
        if n > 3:
            bounces.pop(address)
    return bounces


def batch(mails, number, size=2):
    start = number * size
    return mails[start:start + size]


@dataclass(frozen=True)
class Slot:
    hour: int

    def later(self):
        self.hour += 1
        return self


def retry(n):
    return 1 + retry(n - 1)


def digest(mail):
    return hashlib.sha256(mail).hexdigest()


def groups(mails):
    return {k: len(list(g)) for k, g in itertools.groupby(mails, key=lambda m: m[0])}


@functools.lru_cache
def rank(priorities):
    return max(priorities)


def template(base):
    mine = copy.copy(base)
    mine["footer"].append("unsubscribe")
    return mine


def callbacks(names):
    return [lambda: name for name in names]


def unpack(line):
    name, address = line.split(",")
    return name, address


async def slow(limit):
    await asyncio.wait_for(asyncio.sleep(1), timeout=0.01)
    return True
