from urllib.parse import parse_qs, urlsplit


def start_at(link: str) -> int:
    query = parse_qs(urlsplit(link).query)
    return int(query.get("t", 0))
