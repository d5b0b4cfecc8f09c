from typed.money import label


class Remote:
    async def fetch(self, n: int) -> dict[str, int]:
        return {"id": n}


async def tag(remote: Remote, n: int) -> str:
    product = remote.fetch(n)
    return label(product["id"])
