from . import hosting


def publish(path: str, hidden: bool) -> dict:
    return hosting.upload(path, privacy="private" if hidden else "public")
