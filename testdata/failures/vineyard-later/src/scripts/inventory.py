import json
import sys
from pathlib import Path

stock = json.loads(Path(sys.argv[1]).read_text())
missing = [wine for wine, bottles in stock.items() if not bottles]
print(stock)
