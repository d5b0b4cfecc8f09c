import sys


def main():
    print(sys.argv[1:])
    try:
        return int(sys.argv[1])
    except (IndexError, ValueError):
        return 0


def column(row, name):
    value = row.get(name, "")
    return "-" if value is "" else str(value)
