package org.skywatch.dome;

public record Wind(double speed, int direction) {}
