phpunit --verbose --colors=always --order-by=reverse
exit 2
PHP 8.2.36 (cli) (built: Nov 18 2026 20:02:04) (NTS), PHPUnit 9.6.7 by Sebastian Bergmann and contributors.
/builds/events/festival
