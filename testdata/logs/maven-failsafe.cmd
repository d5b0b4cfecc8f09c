mvn -B -ntp verify
exit 1
Maven 3.8.7, Failsafe 3.2.5, JUnit 5.10.2, OpenJDK 17
