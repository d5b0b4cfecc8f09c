TEMPLATE = '{"type": "player", "guid": "{guid}"}'


def player(guid: str) -> str:
    return TEMPLATE.format(guid=guid)
