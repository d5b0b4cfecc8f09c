phpunit --testdox --colors=always tests
exit 2
PHPUnit 9.6.7 by Sebastian Bergmann and contributors.
