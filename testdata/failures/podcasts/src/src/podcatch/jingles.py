import os


def load(kind: str) -> bytes:
    with open(os.path.join("src", "podcatch", "audio", kind + ".pcm"), "rb") as f:
        return f.read()
