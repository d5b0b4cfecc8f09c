javac -d /tmp/jvout src/main/java/a/A.java
exit 1
javac 17.0.15
