mvn -B -ntp -o test
exit 1
Maven 3.8.7, Kotlin 1.9.24, Kotest 5.9.1, JUnit 5.10.2, Surefire 3.2.5, OpenJDK 17
