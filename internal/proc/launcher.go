package proc

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
func LauncherMain(args []string) (ran bool, code int) { return false, 0 }
