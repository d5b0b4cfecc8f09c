from datetime import datetime, timedelta


def is_overdue(last: datetime, now: datetime, every: timedelta) -> bool:
    return (now - last).seconds > every.seconds
