import argparse
import pathlib

from shop import feed


def main(args):
    parser = argparse.ArgumentParser()
    parser.add_argument("feed")
    options = parser.parse_args(args)
    return len(feed.records(feed.load(options.feed)))
