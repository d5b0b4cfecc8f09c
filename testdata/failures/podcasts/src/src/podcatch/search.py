def matches(query: str, title: str) -> bool:
    return query.casefold() in title.casefold()
