phpunit --log-junit /tmp/results/pu.xml tests >/dev/null; cat /tmp/results/pu.xml
exit 0
PHPUnit 9.6.7 by Sebastian Bergmann and contributors.
