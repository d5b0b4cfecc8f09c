mvn -B -ntp verify; cat 'target/failsafe-reports/TEST-shop.StoreIT$Empty.xml'
exit 0
Maven 3.8.7, Failsafe 3.2.5, JUnit 5.10.2, OpenJDK 17
