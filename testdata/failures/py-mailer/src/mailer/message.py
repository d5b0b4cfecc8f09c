"""What is sent."""
import datetime as dt
import json
import os
import re
from zoneinfo import ZoneInfo


class Message:
    def __init__(self, to, headers={}):
        self.to = to
        self.headers = headers

    def domain(self):
        found = re.search(r"@(.+)$", self.to)
        return found.group(1)


class Recipient:
    def __init__(self, address):
        self.mail = address


def greeting(context):
    return f"Dear {context['first_name']},"


def overdue(sent_at):
    deadline = dt.datetime.now(dt.timezone.utc)
    return dt.datetime.fromisoformat(sent_at) < deadline


def audit_line(recipients):
    return json.dumps({"to": recipients})


def smtp_host():
    host = os.environ["MAILER_SMTP_HOST"]
    return host


def quota(used, allowed):
    return round(100 * used / allowed)


def local(hour):
    return dt.datetime(2026, 7, 1, hour, tzinfo=ZoneInfo("Europe/Berlim")).utcoffset()


def parse_day(text):
    return dt.datetime.strptime(text, "%d/%m/%Y").date()
