mvn -B -ntp test
exit 1
Maven 3.8.7, Scala 2.13.14, ScalaTest 3.2.19, scalatest-maven-plugin 2.2.0, OpenJDK 17
