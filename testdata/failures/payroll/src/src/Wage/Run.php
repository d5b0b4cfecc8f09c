<?php
declare(strict_types=1);

namespace Acme\Wage;

class Run {
  public function __construct(private array $slips = []) {}

  /** @param array<string,string> $post */
  public function fromPost(array $post): float {
    return $this->gross($post['hours'], (float) $post['rate']);
  }

  private function gross(int $hours, float $rate): float { return $hours * $rate; }

  public function average(): float {
    return array_sum($this->slips) / count($this->slips);
  }

  public function above(int $limit): array {
    $list = array_filter($this->slips, static fn ($s) => $s > $limit);
    return $list;
  }

  public function isInternal(string $account): bool {
    if (strpos($account, 'INT')) {
      return true;
    }
    return false;
  }

  public function doubled(array $list): array {
    foreach ($list as &$entry) { $entry *= 2; }
    foreach ([7, 8] as $entry) { $this->slips[] = $entry; }
    return $list;
  }

  public function decode(string $json): string {
    $data = json_decode($json);
    return $data['employee']['id'];
  }

  public function net(float $gross, float $tax): float {
    return $gross - $gross * $tax;
  }

  public function slip(array $lines): string {
    foreach ($lines as $line) {
      $text .= $line . ';';
    }
    return $text;
  }

  public function payday(int $stamp): string {
    return (new \DateTime())->setTimestamp($stamp)->format('d.m.Y');
  }

  public function describe(array $bonus): string {
    return 'Bonus: ' . $bonus;
  }

  public function write(string $dir, string $text): int {
    return file_put_contents("$dir/slips/1.txt", $text);
  }
}
