import re


def season(title: str):
    return int(re.match(r"S(\d+)E\d+", title).group(1))
