<?php
declare(strict_types=1);

use Acme\Wage\Run;
use PHPUnit\Framework\TestCase;

class RunTest extends TestCase {
  /** @test */
  public function gross_of_posted_hours() {
    self::assertEquals(400.0, (new Run())->fromPost(['hours' => '40', 'rate' => '10']));
  }

  /** @test */
  public function average_without_slips() {
    self::assertEquals(0.0, (new Run())->average());
  }

  /** @test */
  public function slips_above_a_limit() {
    self::assertSame([30, 40], (new Run([10, 30, 40]))->above(20));
  }

  /** @test */
  public function internal_account() {
    self::assertTrue((new Run())->isInternal('INT-900'));
  }

  /** @test */
  public function doubled_entries() {
    self::assertSame([2, 4, 6], (new Run())->doubled([1, 2, 3]));
  }

  /** @test */
  public function employee_in_json() {
    self::assertSame('e7', (new Run())->decode('{"employee": {"id": "e7"}}'));
  }

  /** @test */
  public function net_to_the_cent() {
    self::assertSame(80.01, (new Run())->net(100.01, 0.2));
  }

  /** @test */
  public function slip_with_lines() {
    self::assertSame('base;bonus;', (new Run())->slip(['base', 'bonus']));
  }

  /** @test */
  public function payday_in_utc() {
    self::assertSame('15.11.2023', (new Run())->payday(1700010000));
  }

  /** @test */
  public function bonus_in_words() {
    self::assertSame('Bonus: june, july', (new Run())->describe(['june', 'july']));
  }

  /** @test */
  public function first_slip_on_disk() {
    $dir = sys_get_temp_dir() . '/payroll-' . getmypid();
    self::assertSame(2, (new Run())->write($dir, 'ok'));
  }
}
