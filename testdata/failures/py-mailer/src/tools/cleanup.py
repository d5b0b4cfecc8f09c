import json
from pathlib import Path


def main(folder):
    for f in Path(folder).glob(pattern):
        try:
            f.unlink()
        except:
            print("kept", f)
    size = Path(folder).stat()
    return folder == None


LABEL = f"cleanup"
