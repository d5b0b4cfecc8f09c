mvn -B -ntp -o test
exit 1
Maven 3.8.7, Surefire 3.2.5, JUnit 5.10.2, OpenJDK 17
