mvn -B -ntp -o test
exit 1
Maven 3.8.7, Scala 2.13.14, ScalaTest 3.2.19, scalatest-maven-plugin 2.2.0, OpenJDK 17, scala-maven-plugin 4.9.2
