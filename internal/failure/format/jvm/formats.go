// Package jvm reads the output of the test runs of Maven, Gradle and sbt.
package jvm

import "github.com/regreen/regreen/internal/failure/format"

// Names of the frameworks in reports.
const (
	Surefire  = "maven-surefire"
	Gradle    = "gradle"
	ScalaTest = "scalatest"
)

// Formats returns the formats of this package.
func Formats() []format.Format {
	return []format.Format{
		{
			Name: Surefire, Language: "java",
			Triggers: []string{"Tests run: ", "<<< FAILURE!", "<<< ERROR!", "] Flakes:", "[ERROR] Failures:", "[ERROR] Errors:", "BUILD SUCCESS", "BUILD FAILURE", "T E S T S"},
			New:      func(out *format.Sink) format.Scanner { return newSurefire(out) },
		},
		{
			Name: Gradle, Language: "java",
			Triggers: []string{" FAILED", " PASSED", " SKIPPED", " tests completed", " test completed", "BUILD SUCCESSFUL", "BUILD FAILED"},
			New:      func(out *format.Sink) format.Scanner { return newGradle(out) },
		},
		{
			Name: ScalaTest, Language: "scala",
			Triggers: []string{"*** FAILED ***", "Tests: succeeded ", "All tests passed.", "Spec:", "Test:", "Suite:"},
			New:      func(out *format.Sink) format.Scanner { return newScalaTest(out) },
		},
	}
}
