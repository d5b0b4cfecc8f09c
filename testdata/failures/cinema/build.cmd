mvn --batch-mode -ntp -fae test-compile
exit 1
Apache Maven 3.8.7, javac 17.0.15
/home/runner/work/cinema/cinema
