package proc

import "time"

// launcherFlag makes this binary the launcher. It looks like a flag so that a
// binary which never calls LauncherMain refuses it at once; a test binary would
// otherwise run its tests, and start itself again, and again. It does nothing by itself: what to run
// comes through two pipes that only Run makes, so no argument or text can ask for it.
const launcherFlag = "-regreen.launcher"

// launch is what Run tells the launcher, as JSON on a pipe: an argument list
// can be read by every process on the machine, and has a limit.
type launch struct {
	Argv    []string
	Dir     string
	Env     []string
	Sandbox Sandbox
}

// report is what the launcher tells Run, as JSON on another pipe. The command
// holds neither of them.
type report struct {
	Refused    string   // the sandbox could not be made, and was required
	Absent     bool     // the program is not there
	Broken     string   // the system refused for another reason
	Status     uint32   // how the command ended, as wait(2) says it
	Unenforced []string // see Result
	Survivors  int      // processes that even SIGKILL did not end in time
}

// reapLimit is how long the launcher tries to kill what a command left behind.
const reapLimit = 10 * time.Second

// LauncherMain runs the launcher when args (os.Args[1:]) ask for it, and reports
// whether it did; the caller then exits with code and does nothing else. It
// belongs at the very top of main, and of TestMain in each package whose tests
// run children:
//
//	func TestMain(m *testing.M) {
//		if ran, code := proc.LauncherMain(os.Args[1:]); ran {
//			os.Exit(code)
//		}
//		os.Exit(m.Run())
//	}
//
// Without it Run fails with ErrNoLauncher.
func LauncherMain(args []string) (ran bool, code int) {
	if len(args) != 1 || args[0] != launcherFlag {
		return false, 0
	}
	return true, launcherMain()
}
