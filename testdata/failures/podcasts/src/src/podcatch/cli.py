import sys


def main(argv):
    if not argv:
        print("usage: podcatch FEED...", file=sys.stderr)
        return 2
    print(f"{len(argv)} feeds")
    return 0
