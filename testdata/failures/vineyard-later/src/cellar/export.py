import csv
import io


def as_csv(rows):
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def barrels_as_csv(barrels, columns=("id", "litres")):
    """The columns of the barrels that the office asks for."""
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(barrels)
    return out.getvalue()
