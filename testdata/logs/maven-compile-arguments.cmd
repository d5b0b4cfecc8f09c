mvn -B -ntp compile
exit 1
Maven 3.8.7, maven-compiler-plugin 3.13.0, OpenJDK 17
