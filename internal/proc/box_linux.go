package proc

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/landlock-lsm/go-landlock/landlock"
	ll "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// The rights on files. What makes devices is in none of them.
const (
	readRights = ll.AccessFSExecute | ll.AccessFSReadFile | ll.AccessFSReadDir

	writeRights = readRights | ll.AccessFSWriteFile | ll.AccessFSTruncate | ll.AccessFSRemoveDir | ll.AccessFSRemoveFile |
		ll.AccessFSMakeDir | ll.AccessFSMakeReg | ll.AccessFSMakeSock | ll.AccessFSMakeFifo | ll.AccessFSMakeSym | ll.AccessFSRefer

	deviceRights = ll.AccessFSReadFile | ll.AccessFSWriteFile | ll.AccessFSIoctlDev

	// fileRights are those that a rule on a single file may have.
	fileRights = ll.AccessFSExecute | ll.AccessFSReadFile | ll.AccessFSWriteFile | ll.AccessFSTruncate | ll.AccessFSIoctlDev
)

// The versions of Landlock at which a protection begins.
const (
	abiRefer    = 2 // before it every rename between folders fails, and builds with it
	abiTruncate = 3
	abiScopes   = 6
)

// box is the confinement of one command, made but not yet entered.
type box struct {
	off     bool
	ruleset int // -1 for none
	flags   uint32
	temp    []string // folders made for this command
}

// newBox makes the confinement of l, changes its environment where what it
// names is out of reach inside, and returns the words for what is missing.
func newBox(l *launch) (*box, []string, error) {
	b := &box{ruleset: -1}
	if l.Sandbox.Mode == Off {
		b.off = true
		return b, []string{SandboxOff}, nil
	}
	words := sockets(l.Env)
	if os.Getuid() != 0 && onPath(l.Env, "sudo") {
		words = append(words, NoSudo)
	}
	abi, err := ll.LandlockGetABIVersion()
	if err != nil || abi < abiRefer {
		return b, append(words, NoLandlock), nil
	}
	if abi < abiTruncate {
		words = append(words, NoTruncate)
	}
	if abi < abiScopes {
		words = append(words, NoScopes)
	}
	hidden, agent := sortSockets(realPaths(append(hiddenAlways(l.Env), l.Sandbox.Hidden...)))
	if reachable(agent) {
		words = append(words, AgentSocket)
	}
	b.adapt(l, hidden)
	config := landlock.Config{HandledAccessFS: landlock.V7.HandledAccessFS, Scoped: landlock.V7.Scoped}
	b.ruleset, b.flags, err = config.BestEffort().NewRulesetFD(rules(l, hidden)...)
	if err != nil {
		b.close()
		return nil, nil, fmt.Errorf("make sandbox: %w", err)
	}
	return b, words, nil
}

func (b *box) close() {
	if b.ruleset >= 0 {
		_ = unix.Close(b.ruleset)
	}
	for _, dir := range b.temp {
		_ = removeTree(dir)
	}
}

// sortSockets takes the sockets out of what is hidden: Landlock does not cover
// connections to them, and hiding one would close the folder that it is in.
func sortSockets(paths []string) (files, sockets []string) {
	for _, p := range paths {
		if info, err := os.Lstat(p); err == nil && info.Mode().Type() == os.ModeSocket {
			sockets = append(sockets, p)
			continue
		}
		files = append(files, p)
	}
	return files, sockets
}

// removeTree removes a folder also when the command took the right to write in
// it away.
func removeTree(path string) error {
	if os.RemoveAll(path) == nil {
		return nil
	}
	_ = filepath.WalkDir(path, func(p string, d os.DirEntry, _ error) error {
		if d != nil && d.IsDir() {
			_ = os.Chmod(p, 0o700)
		}
		return nil
	})
	return os.RemoveAll(path)
}

// hiddenAlways are the secrets that are hidden from every command.
func hiddenAlways(env []string) []string {
	paths := Secrets(env)
	for _, home := range homes() {
		paths = append(paths, Secrets([]string{"HOME=" + home})...)
	}
	return paths
}

// homes are the homes of the users whose files the command could open: root
// can open all of them.
func homes() []string {
	data, err := os.ReadFile("/etc/passwd")
	if err != nil {
		return nil
	}
	uid := strconv.Itoa(os.Getuid())
	var all []string
	for line := range strings.Lines(string(data)) {
		fields := strings.Split(strings.TrimSpace(line), ":")
		if len(fields) < 7 || len(fields[5]) < 2 {
			continue
		}
		if fields[2] == uid || uid == "0" && strings.HasPrefix(fields[5], "/home/") {
			all = append(all, fields[5])
		}
	}
	return all
}

// shimRoot moves the folder that spawn-wrap, and so nyc before 15 and tap, makes
// directly in the home, where nothing new can be made.
// See https://github.com/istanbuljs/spawn-wrap, index.js.
const shimRoot = "SPAWN_WRAP_SHIM_ROOT"

// adapt changes variables that name what is hidden. A denied file is not an
// absent one: git dies of a configuration that it may not read.
func (b *box) adapt(l *launch, hidden []string) {
	home := lookupEnv(l.Env, "HOME")
	for _, h := range hidden {
		if inside(home, h) && (strings.HasSuffix(h, "/.gitconfig") || strings.HasSuffix(h, "/git/config")) {
			l.Env = lastOfEach(append(l.Env, "GIT_CONFIG_GLOBAL="+os.DevNull))
		}
	}
	if lookupEnv(l.Env, "RUNNER_TEMP") != "" {
		b.replace(l, "RUNNER_TEMP") // what earlier steps made there can be read, where it is
	}
	if lookupEnv(l.Env, shimRoot) == "" && uses(l.Dir, []string{"package.json"}) {
		b.replace(l, shimRoot)
	}
	if real, err := filepath.EvalSymlinks(tempFolder(l.Env)); err == nil && !whole(real, hidden) {
		b.replace(l, "TMPDIR") // in its own nothing new could be made
	}
}

// replace lets a variable name a new folder for the time of the command.
func (b *box) replace(l *launch, name string) {
	dir, err := os.MkdirTemp(tempFolder(l.Env), "regreen-temp-")
	if err != nil {
		return // the command finds the old one, and may not write there
	}
	b.temp = append(b.temp, dir)
	l.Env = lastOfEach(append(l.Env, name+"="+dir))
}

// rules are what the command may do.
func rules(l *launch, hidden []string) []landlock.Rule {
	r := []landlock.Rule{landlock.PathAccess(ll.AccessFSReadDir, "/")}
	reserved := append([]string{"/dev"}, hidden...)
	for _, g := range without("/", reserved) {
		r = append(r, g.rule(readRights))
	}
	writable := append(append(tempFolders(l.Env), toolCaches(l.Env, l.Dir)...), l.Sandbox.Writable...)
	for _, path := range realPaths(writable) {
		for _, g := range without(path, hidden) {
			r = append(r, g.rule(writeRights))
		}
	}
	for _, path := range devices() {
		r = append(r, grant{path, false}.rule(deviceRights))
	}
	return append(r, landlock.PathAccess(deviceRights|readRights, "/dev/pts").IgnoreIfMissing())
}

// rule is IgnoreIfMissing because files come and go while the rules are made.
func (g grant) rule(rights landlock.AccessFSSet) landlock.Rule {
	if !g.dir {
		rights &= fileRights
	}
	return landlock.PathAccess(rights, g.path).IgnoreIfMissing()
}

// devices are the device files that programs use. Others, disks and memory
// above all, would let root read what is hidden.
func devices() []string {
	paths := []string{
		"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty", "/dev/ptmx", "/dev/fuse", "/dev/kvm",
		"/dev/net/tun",
	}
	for _, pattern := range []string{"/dev/nvidia*", "/dev/dri/*"} {
		more, _ := filepath.Glob(pattern)
		paths = append(paths, more...)
	}
	return paths
}

// sockets names the sockets that lead out of the sandbox, if they are there for
// this user.
func sockets(env []string) []string {
	runtime := lookupEnv(env, "XDG_RUNTIME_DIR")
	if runtime == "" {
		runtime = "/run/user/" + strconv.Itoa(os.Getuid())
	}
	engines := []string{
		"/var/run/docker.sock", "/run/docker.sock", "/run/podman/podman.sock", "/run/containerd/containerd.sock", "/run/crio/crio.sock",
		runtime + "/docker.sock", runtime + "/podman/podman.sock",
	}
	words := []string{}
	host := lookupEnv(env, "DOCKER_HOST")
	if path, ok := strings.CutPrefix(host, "unix://"); ok {
		engines = append(engines, path)
	}
	if reachable(engines) || strings.HasPrefix(host, "tcp://") {
		words = append(words, ContainerEngine)
	}
	managers := []string{runtime + "/systemd/private", runtime + "/bus"}
	if os.Getuid() == 0 {
		managers = append(managers, "/run/systemd/private") // it answers root alone
	}
	if reachable(managers) {
		words = append(words, ServiceManager)
	}
	return words
}

func reachable(paths []string) bool {
	for _, p := range paths {
		var st unix.Stat_t
		if unix.Stat(p, &st) == nil && st.Mode&unix.S_IFMT == unix.S_IFSOCK && unix.Access(p, unix.W_OK) == nil {
			return true
		}
	}
	return false
}

func onPath(env []string, name string) bool {
	for _, dir := range filepath.SplitList(lookupEnv(env, "PATH")) {
		if unix.Access(filepath.Join(dir, name), unix.X_OK) == nil {
			return true
		}
	}
	return false
}

// enter confines the calling thread, for good.
func (b *box) enter() error {
	if b.off {
		return nil
	}
	if err := dropCapabilities(); err != nil {
		return err
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("set no_new_privs: %w", err)
	}
	if b.ruleset < 0 {
		return nil
	}
	if err := ll.LandlockRestrictSelf(b.ruleset, b.flags); err != nil {
		return fmt.Errorf("enter sandbox: %w", err)
	}
	return nil
}

// dropped are the capabilities that lead out of the sandbox: into the memory of
// other processes and of the kernel, to disks without a file system, to the
// clock by which changes of files are found, and to marks that keep files from being put back.
func dropped() []uintptr {
	return []uintptr{
		unix.CAP_SYS_ADMIN, unix.CAP_SYS_PTRACE, unix.CAP_PERFMON, unix.CAP_BPF, unix.CAP_CHECKPOINT_RESTORE, unix.CAP_SYS_MODULE,
		unix.CAP_SYS_RAWIO, unix.CAP_SYS_BOOT, unix.CAP_SYS_TIME, unix.CAP_MKNOD, unix.CAP_DAC_READ_SEARCH, unix.CAP_MAC_ADMIN,
		unix.CAP_MAC_OVERRIDE, unix.CAP_SYSLOG, unix.CAP_AUDIT_CONTROL, unix.CAP_LINUX_IMMUTABLE,
	}
}

// dropCapabilities takes them from the calling thread and from whatever it
// starts: root gets back on exec what the bounding set holds, and, under
// no_new_privs, no more than it has.
func dropCapabilities() error {
	for _, c := range dropped() {
		err := unix.Prctl(unix.PR_CAPBSET_DROP, c, 0, 0, 0)
		if err != nil && !errors.Is(err, unix.EINVAL) && !errors.Is(err, unix.EPERM) {
			return fmt.Errorf("drop capability %d: %w", c, err)
		}
	}
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var data [2]unix.CapUserData
	if err := unix.Capget(&header, &data[0]); err != nil {
		return fmt.Errorf("read capabilities: %w", err)
	}
	for _, c := range dropped() {
		mask := ^(uint32(1) << (c % 32))
		data[c/32].Effective &= mask
		data[c/32].Permitted &= mask
		data[c/32].Inheritable &= mask
	}
	if err := unix.Capset(&header, &data[0]); err != nil {
		return fmt.Errorf("drop capabilities: %w", err)
	}
	return nil
}
