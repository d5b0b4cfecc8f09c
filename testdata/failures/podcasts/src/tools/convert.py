"""Converts what the old player kept."""

from podcatch.rss import duration
import argparse


def parser():
    return argparse.ArgumentParser()


def run(item):
    try:
        return duration(item)
    except AttributeError:
        raise ValueError(item)
