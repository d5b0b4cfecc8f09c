// Package failure reads the output of test runs, compilers and linters into a
// Report, and gives each Failure a Signature by which it is known again.
//
// An input is read once, as a stream. Package frame cuts it into lines and takes the
// wrapping of the CI system off; a matcher finds by a line's words which formats it may
// belong to; and each of those has a scanner, which holds back what it found until its
// tool's own totals say whether anything failed. The merger then weighs what all of
// them found with how the job's steps ended, and makes the Report. A result file, such
// as JUnit XML, is read by package document instead. All of it takes a fixed amount of
// memory, whatever is read; what was cut is said in the Report.
//
// A Signature's hashes are of what package normal leaves of a message; its text also
// has how the compared values differ, in the words of package difference.
//
// A new format is a package under format with a function Formats, and a line in all.
package failure
