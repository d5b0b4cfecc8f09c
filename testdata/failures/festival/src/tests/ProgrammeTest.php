<?php

declare(strict_types=1);

namespace Festival\Tests;

use Festival\Act;
use Festival\Programme;
use PHPUnit\Framework\TestCase;

final class ProgrammeTest extends TestCase
{
    private Programme $programme;

    protected function setUp(): void
    {
        $this->programme = new Programme();
        $this->programme->add(new Act('Los Ñus', 21, 900.0, 60));
        $this->programme->add(new Act('Duo Ebro', 17, 300.0));
    }

    public function testMinutesOfAnActThatCancelled(): void
    {
        $this->assertSame(0, $this->programme->minutes('Nobody'));
    }

    public function testCapacityOfAStageThatIsNotBuilt(): void
    {
        $this->assertSame(0, $this->programme->capacity('beach'));
    }

    public function testMeanFeeOfAnEmptyProgramme(): void
    {
        $this->assertSame(0.0, (new Programme())->meanFee());
    }

    public function testEarlyActsAreAList(): void
    {
        $early = $this->programme->early(20);
        $this->assertSame('Duo Ebro', $early[0]->name);
    }

    public function testBadgeOfASpanishName(): void
    {
        $this->assertSame('LOS Ñ', $this->programme->badge('Los Ñus'));
    }

    public function testBookingFromTheForm(): void
    {
        $this->assertSame(204, $this->programme->book(['seats' => '2', 'row' => '4']));
    }

    public function testRaiseAllFees(): void
    {
        $this->assertSame([110, 220, 330], $this->programme->raise([100, 200, 300], 10));
    }

    public function testWordAtTheBeginning(): void
    {
        $this->assertTrue($this->programme->has('Duo Ebro', 'Duo'));
    }

    public function testTotalOfAnOrder(): void
    {
        $this->assertSame(0.3, $this->programme->total(0.1, 0.2));
    }

    public function testOpeningInUtc(): void
    {
        $this->assertSame('2023-11-14 22:13', $this->programme->opening(1700000000));
    }

    public function testPosterNamesAll(): void
    {
        $this->assertSame('Los Ñus, Duo Ebro', $this->programme->poster());
    }

    public function testActIsPutOff(): void
    {
        $this->assertSame(19, $this->programme->find('Duo Ebro')->later(2)->hour);
    }
}
