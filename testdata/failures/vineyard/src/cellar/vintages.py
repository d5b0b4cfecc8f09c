import json


def dump(ratings):
    return json.dumps(ratings)


def load(text):
    return json.loads(text)
