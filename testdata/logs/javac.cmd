javac src/main/java/com/acme/Calc.java -d /tmp/ft/x
exit 1
javac 17.0.15
