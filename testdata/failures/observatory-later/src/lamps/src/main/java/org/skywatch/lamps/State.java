package org.skywatch.lamps;

public enum State { OPEN, CLOSED, STUCK, PARKED }
