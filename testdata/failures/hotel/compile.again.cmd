mvn -ntp -fae compile -Dstyle.color=always
exit 1
Apache Maven 3.8.7, javac 17.0.15
/builds/inn/hotel
