from datetime import datetime


def air_time(epoch: int) -> str:
    return datetime.fromtimestamp(epoch).strftime("%H:%M")
