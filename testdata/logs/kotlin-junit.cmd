mvn -B -ntp -o test; cat target/surefire-reports/TEST-shop.CartSpec.xml
exit 0
Maven 3.8.7, Kotlin 1.9.24, Kotest 5.9.1, Surefire 3.2.5, OpenJDK 17
