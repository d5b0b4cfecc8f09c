mvn -B -ntp test; cat target/surefire-reports/TEST-shop.CartSpec.xml
exit 0
Maven 3.8.7, ScalaTest 3.2.19, scalatest-maven-plugin 2.2.0, OpenJDK 17
