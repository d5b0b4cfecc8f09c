"""Stand-in for the hosting SDK, as it is since its version 7."""


def upload(path, *, visibility="public"):
    return {"path": path, "visibility": visibility}
