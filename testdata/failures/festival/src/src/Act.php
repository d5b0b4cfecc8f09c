<?php

declare(strict_types=1);

namespace Festival;

final class Act
{
    public function __construct(
        public readonly string $name,
        public readonly int $hour,
        public readonly float $fee,
        private int $minutes = 45,
    ) {
    }

    public function getMinutes(): int
    {
        return $this->minutes;
    }

    public function later(int $hours): self
    {
        $copy = clone $this;
        $copy->hour = $this->hour + $hours;

        return $copy;
    }
}
