mvn -B -ntp -fae -T2 compile
exit 1
Apache Maven 3.8.7, javac 17.0.15
/builds/lumiere/cinema
