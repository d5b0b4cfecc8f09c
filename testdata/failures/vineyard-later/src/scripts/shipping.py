from pathlib import Path
import argparse
import csv

parser = argparse.ArgumentParser()
parser.add_argument("file", type=Path)

with parser.parse_args().file.open(newline="") as lines:
    for row in csv.reader(lines):
        print(" ".join(row))
