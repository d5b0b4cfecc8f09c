sent = []


def post(route, body):
    sent.append((route, body))
    return 201
