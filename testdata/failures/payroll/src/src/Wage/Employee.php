<?php
declare(strict_types=1);

namespace Acme\Wage;

class Employee {
  public string $id;
  public ?Contract $contract = null;
  protected array $extras = [];

  public function __construct(string $id) { $this->id = $id; }

  public function weeklyHours(): float {
    return $this->contract->hours();
  }

  public function extra(string $kind): float {
    $amount = $this->extras[$kind];
    return (float) $amount;
  }

  public function initials(string $name): string {
    return implode('', array_map(fn ($p) => $p[0], explode(' ', $name)));
  }
}

class Contract {
  private float $hours;
  private string $since;

  public function __construct(float $hours) { $this->hours = $hours; }

  public function hours(): float { return $this->hours; }

  public function since(): string {
    return $this->since;
  }

  public function weeks(): ?int {
    return null;
  }

  public function annual(): float {
    return $this->weeks();
  }
}
