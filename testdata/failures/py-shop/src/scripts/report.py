import os
import sys


def main():
    print(argv[1:])
    try:
        return int(sys.argv[1])
    except:
        return 0
