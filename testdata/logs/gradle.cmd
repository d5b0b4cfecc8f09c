gradle --offline --no-daemon test
exit 1
Gradle 4.4.1, JUnit 4, OpenJDK 17
