mvn -B -ntp -fae -pl dome,lamps compile
exit 1
Apache Maven 3.8.7, Surefire 3.5.2, JUnit 5.11.4, openjdk version "17.0.15" 2025-04-15
/home/runner/work/observatory/observatory
