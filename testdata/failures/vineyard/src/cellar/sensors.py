from cellar.vendor.hydrometer import Probe


def connect(port):
    return Probe(port, polling=0.5)
