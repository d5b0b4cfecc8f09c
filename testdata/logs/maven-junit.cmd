cat target/surefire-reports/TEST-com.acme.CalcTest*.xml target/surefire-reports/TEST-com.acme.FlakyTest.xml
exit 0
Maven 3.8.7, Surefire 3.2.5, JUnit 5.10.2, OpenJDK 17
