from flask import escape


def render(line: str) -> str:
    return f"<p>{escape(line)}</p>"
