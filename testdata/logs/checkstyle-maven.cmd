mvn -B -ntp validate
exit 1
Maven 3.8.7, maven-checkstyle-plugin 3.6.0 (Checkstyle 9.3), OpenJDK 17
