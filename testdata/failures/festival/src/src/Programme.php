<?php

declare(strict_types=1);

namespace Festival;

class Programme
{
    /** @var array<string, Act> */
    private array $acts = [];

    private array $stages = ['main' => 5000, 'tent' => 800];

    public function add(Act $act): void
    {
        $this->acts[$act->name] = $act;
    }

    public function find(string $name): ?Act
    {
        return $this->acts[$name] ?? null;
    }

    /** Minutes that an act plays; none if it is not on. */
    public function minutes(string $name): int
    {
        return $this->find($name)->getMinutes();
    }

    public function capacity(string $stage): int
    {
        return $this->stages[$stage];
    }

    /** Mean fee of all acts. */
    public function meanFee(): float
    {
        $sum = array_sum(array_map(fn (Act $a) => $a->fee, $this->acts));

        return $sum / count($this->acts);
    }

    /** The acts that begin before an hour. */
    public function early(int $hour): array
    {
        return array_filter(array_values($this->acts), fn (Act $a) => $a->hour < $hour);
    }

    public function badge(string $name): string
    {
        return strtoupper(substr($name, 0, 5));
    }

    /** Reads the form of the box office. */
    public function book(array $form): int
    {
        return $this->seats($form['seats'], $form['row']);
    }

    private function seats(int $seats, int $row): int
    {
        return $seats * 100 + $row;
    }

    /** Raises every fee by a percentage and gives the fees. */
    public function raise(array $fees, int $percent): array
    {
        foreach ($fees as &$fee) {
            $fee = intdiv($fee * (100 + $percent), 100);
        }
        foreach ([1, 2] as $fee) {
            $this->log($fee);
        }

        return $fees;
    }

    private function log(int $step): void
    {
    }

    /** The stage of the first act that has the word in its name, if there is one. */
    public function has(string $text, string $word): bool
    {
        return (bool) strpos($text, $word);
    }

    public function total(float ...$prices): float
    {
        return array_sum($prices);
    }

    public function opening(int $stamp): string
    {
        return date('Y-m-d H:i', $stamp);
    }

    public function poster(): string
    {
        return implode(', ', array_map(fn (Act $a) => $a->getName(), $this->acts));
    }
}
