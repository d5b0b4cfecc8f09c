import json


def entry(user, action, **details):
    return dumps({"user": user, "action": action, "details": details}, sort_keys=True)


def read(text):
    return json.loads(text)
