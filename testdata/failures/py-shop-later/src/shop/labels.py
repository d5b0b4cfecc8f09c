def code(text):
    return text.encode().hex()


def check_digit(text):
    return sum(int(c) for c in text if c.isdigit()) % 10
