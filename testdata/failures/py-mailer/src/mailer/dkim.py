from dkimsigner.keys import load_key


def sign(text):
    return load_key(text)
