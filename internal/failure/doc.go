// Package failure reads the output of test runs, compilers and linters into a
// Report, and gives each Failure a Signature by which it is known again.
package failure
