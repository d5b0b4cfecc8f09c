def send(to, text):
    raise ConnectionRefusedError("no mail server")
