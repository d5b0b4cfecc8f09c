mvn -B -q compile
exit 1
Apache Maven 3.8.7, javac 17.0.15
