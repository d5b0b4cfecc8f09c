from datetime import datetime


def hours(began: datetime, ended: datetime) -> float:
    return (ended - began).seconds / 3600
