// Package app is the composition root: it reads flags and environment, builds the
// stages and what they stand on, runs them, and turns what came of it into text,
// JSON and an exit status. This comment is the guided tour of the code.
//
// # Bottom up
//
// At the bottom are packages that know nothing of repairs. [outcome] has the closed
// sets of words. [scrub] makes outside text safe for the place it goes to. [patch]
// is a unified diff as a value: parsed, applied, moved to where the code is now, and
// judged by a policy. [proc] runs one child process, confined and killed with all
// its descendants. [event] reads what started a workflow run.
//
// On them stands [workspace], a git checkout that is remembered byte for byte by
// [snapshot] and put back after each run; it never trusts the checkout's own .git, for
// which [git] keeps a repository that borrows its objects and runs nothing of it. [failure]
// reads the output of test tools into a Report, and gives each failure a Signature, at
// two strengths. [joblog] fetches the logs that are read so.
//
// [memory] is the port to the store of fixes, with a folder, a branch and Qdrant
// behind it; [embed] and [llm] are the ports to the two models, one that compares
// texts and one that writes patches. [check] runs the project's own test command in
// a workspace: the agent's run_tests and the proof share it. [recall] asks the
// memory for the fixes that may help, and says which may be replayed.
//
// [repair] makes Attempts: a remembered patch, relocated, or what a model did with
// the tools of [tool]. [verify] decides: is the failure there, does the patch cure
// it, and does it come back without the patch? Only verify makes a Proof, and
// [remember] writes nothing without one. [publish] shows what came of it.
//
// # One command through the layers
//
// "regreen run --repo . --test 'go test ./...'" starts in run.go, which reads the
// flags, most of them in the groups of [options]; session.go opens the checkout with
// [checkout], takes its snapshot and opens the memory with [backend].
// [pipeline.Run] then goes through the stages and prints a line for each:
//
//	report     the failures, from the logs or from running the tests
//	reproduce  the tests without any change: there, flaky, or not there at all
//	recall     signatures first, then similarity; the gate drops what is too far off,
//	           or whose fix stands in the sources
//	replay     up to three remembered patches, each relocated and proved
//	preflight  may the fix be pushed, and may the models be asked? before anything is paid
//	repair     the models of the ladder, each told what the earlier ones learnt
//	verify     the proof: targeted, whole, repeated, and the control run without it
//	remember   a proved fix becomes a record; a replay adds to its counters
//	publish    the pull request, or the patch and the text that it would have
//
// What ends a run early is an outcome with a reason, not an error. Each stage's
// result is written to the run folder as JSON: it is the log of the run. With a proof
// goes the command that makes it again, which [options.Repetition] writes.
//
// "regreen learn" takes the same road with another driver: learn.go lays the red
// sources and the green tests in a fresh copy, and the person's patch is the attempt.
// With --from-history, history.go does so for each commit that [history] picks from the
// repository's own log.
//
// # The same in a workflow
//
// "regreen action" is what action.yml starts: action.go reads the inputs and the event
// and does what the mode says, with the same session. The modes that split a run over
// two jobs, and the feedback, are in twojobs.go; modes.go makes commands of them, with
// the inputs as flags. "run --run" and these commands look up by hand, in failedrun.go,
// what a workflow gets as its event. command.go chooses the test command.
//
// # What the commands stand on
//
// [cli] is what the process gives a command, the ways in which it ends, and what may be
// meant by a mistyped name. [console] is how it speaks, to people and to programs. On
// these two stand [options], [checkout], [backend], [ladder] with the models of a run,
// [answer], which shows what came of it, and [logreport], which reads failures out of
// logs and is the command of "regreen report". The commands that need no session are
// packages of their own: [memorycmd] for "regreen memory", and [smoke], which tries the
// memory and the models alone.
package app
