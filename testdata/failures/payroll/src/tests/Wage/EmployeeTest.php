<?php
declare(strict_types=1);

use Acme\Wage\{Contract, Employee};
use PHPUnit\Framework\TestCase;

class EmployeeTest extends TestCase {
  /** @test */
  public function hours_before_the_contract_is_signed() {
    self::assertSame(0.0, (new Employee('e1'))->weeklyHours());
  }

  /** @test */
  public function extra_that_was_never_agreed() {
    self::assertSame(0.0, (new Employee('e1'))->extra('night'));
  }

  /** @test */
  public function initials_with_accent() {
    self::assertSame('ÉD', (new Employee('e1'))->initials('Élodie Dupont'));
  }

  /** @test */
  public function open_beginning() {
    self::assertSame('open', (new Contract(38.5))->since());
  }

  /** @test */
  public function annual_weeks() {
    self::assertSame(52.0, (new Contract(38.5))->annual());
  }
}
