mvn -B -ntp test
exit 1
Apache Maven 3.8.7, Surefire 3.2.5, JUnit 5.10.2, openjdk version "17.0.15" 2025-04-15
/home/runner/work/clinic/clinic
