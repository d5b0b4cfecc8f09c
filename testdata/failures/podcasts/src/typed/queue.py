from __future__ import annotations


class Node:
    def __init__(self, title: str, after: Node | None = None) -> None:
        self.title = title
        self.after = after


def last(node: Node) -> Node:
    return node.after
