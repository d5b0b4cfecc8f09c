// Command redteam tries to get out of the sandbox that it is started in. It
// prints, as JSON, what held each attempt back; "" means that it got through.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unsafe"
)

// plan is what the test tells it, as JSON in its only argument.
type plan struct {
	Secret   string   // its first half; the whole is in the bot's environment and memory
	Read     []string // files that nobody may read
	Write    []string // files that nobody may write
	Create   []string // files that nobody may make
	Socket   string   // an abstract socket of the bot
	Disk     string   // a block device, "" for none
	Workdir  string   // where it may write
	Daemon   string   // file for the process id of a daemon
	Launched bool     // a launcher stands between the bot and this program
}

var p plan

func main() {
	if len(os.Args) > 2 && os.Args[1] == "daemon" {
		daemon(os.Args[2])
		return
	}
	if err := json.Unmarshal([]byte(os.Args[1]), &p); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	got := map[string]string{}
	all := attempts()
	for _, name := range order(all) {
		got[name] = ""
		if err := all[name](); err != nil {
			got[name] = err.Error()
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(got); err != nil {
		os.Exit(1)
	}
}

// order puts the attempts that spoil the others to the end.
func order(all map[string]func() error) []string {
	var first, last []string
	for name := range all {
		if strings.HasPrefix(name, "empty ") {
			last = append(last, name)
		} else {
			first = append(first, name)
		}
	}
	return append(first, last...)
}

func attempts() map[string]func() error {
	bot := bot()
	dir := filepath.Join("/proc", strconv.Itoa(bot))
	all := map[string]func() error{
		"environ of the bot":          func() error { return holds(filepath.Join(dir, "environ")) },
		"maps of the bot":             func() error { return reads(filepath.Join(dir, "maps")) },
		"memory of the bot":           func() error { return memory(dir) },
		"process_vm_readv of the bot": func() error { return vmRead(bot) },
		"trace the bot":               func() error { return trace(bot) },
		"files of the bot by fd":      func() error { return descriptors(filepath.Join(dir, "fd")) },
		"root of the bot":             func() error { return reads(filepath.Join(dir, "root", p.Read[0])) },
		"signal the bot":              func() error { return syscall.Kill(bot, 0) },
		"signal the parent":           func() error { return syscall.Kill(os.Getppid(), 0) },
		"environ of the parent":       func() error { return holds(fmt.Sprintf("/proc/%d/environ", os.Getppid())) },
		"trace the parent":            func() error { return trace(os.Getppid()) },
		"secret in an argument":       arguments,
		"own environment":             func() error { return holds("/proc/self/environ") },
		"abstract socket of the bot":  func() error { return connect("@" + p.Socket) },
		"gain privileges on exec":     privileges,
		"core pattern":                func() error { return opens("/proc/sys/kernel/core_pattern") },
		"mount":                       mount,
		"user namespace and mount":    namespace,
		"make a disk device":          makeDisk,
		"leave a daemon":              leaveDaemon,
	}
	if p.Disk != "" {
		all["raw disk"] = func() error { return reads(p.Disk) }
	}
	for _, path := range p.Read {
		all["read "+path] = func() error { return reads(path) }
		all["read by own root "+path] = func() error { return reads("/proc/self/root" + path) }
		all["read by link "+path] = func() error { return byLink(path) }
		all["read by hard link "+path] = func() error { return byHardLink(path) }
		all["take "+path] = func() error { return take(path) }
	}
	for _, path := range p.Write {
		all["write "+path] = func() error { return opens(path) }
		all["empty "+path] = func() error { return syscall.Truncate(path, 0) }
	}
	for _, path := range p.Create {
		all["make "+path] = func() error { return creates(path) }
	}
	return all
}

// bot is the process that started the launcher, or this one when there is none.
func bot() int {
	if !p.Launched {
		return os.Getppid()
	}
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", os.Getppid()))
	if err != nil {
		return 1
	}
	fields := strings.Fields(string(data[bytes.LastIndexByte(data, ')')+1:]))
	pid, _ := strconv.Atoi(fields[1])
	return pid
}

// secret is never whole in this program's own text.
func secret() []byte { return []byte(p.Secret + "-hunter2") }

func holds(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if !bytes.Contains(data, secret()) {
		return errors.New("no secret in it")
	}
	return nil
}

func reads(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.Read(make([]byte, 16))
	return err
}

func opens(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

func creates(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(path))
}

// descriptors tries to see what a process has open; that it has a descriptor 5 is no secret.
func descriptors(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if _, err = os.Readlink(filepath.Join(dir, e.Name())); err == nil {
			return nil
		}
	}
	return err
}

type mapping struct{ from, to uint64 }

func mappings(dir string) ([]mapping, error) {
	data, err := os.ReadFile(filepath.Join(dir, "maps"))
	if err != nil {
		return nil, err
	}
	var all []mapping
	for _, line := range strings.Split(string(data), "\n") {
		var m mapping
		var perms string
		if n, _ := fmt.Sscanf(line, "%x-%x %s", &m.from, &m.to, &perms); n == 3 && strings.HasPrefix(perms, "rw") {
			all = append(all, m)
		}
	}
	return all, nil
}

func memory(dir string) error {
	f, err := os.Open(filepath.Join(dir, "mem"))
	if err != nil {
		return err
	}
	defer f.Close()
	maps, err := mappings(dir)
	if err != nil {
		return err
	}
	for _, m := range maps {
		buf := make([]byte, min(m.to-m.from, 64<<20))
		n, _ := f.ReadAt(buf, int64(m.from))
		if bytes.Contains(buf[:n], secret()) {
			return nil
		}
	}
	return errors.New("no secret in it")
}

func vmRead(pid int) error {
	type iovec struct {
		base uintptr
		len  uint64
	}
	maps, err := mappings(fmt.Sprintf("/proc/%d", pid))
	if err != nil {
		maps = []mapping{{0xc000000000, 0xc000400000}} // where Go's heap begins
	}
	for _, m := range maps {
		buf := make([]byte, min(m.to-m.from, 4<<20))
		local := iovec{uintptr(unsafe.Pointer(&buf[0])), uint64(len(buf))}
		remote := iovec{uintptr(m.from), uint64(len(buf))}
		const sysProcessVMReadv = 310
		n, _, errno := syscall.Syscall6(sysProcessVMReadv, uintptr(pid), uintptr(unsafe.Pointer(&local)), 1, uintptr(unsafe.Pointer(&remote)), 1, 0)
		if errno == syscall.EPERM || errno == syscall.ENOSYS {
			return errno
		}
		if int(n) > 0 && bytes.Contains(buf[:n], secret()) {
			return nil
		}
	}
	return errors.New("no secret in it")
}

func trace(pid int) error {
	const seize = 0x4206
	_, _, errno := syscall.Syscall6(syscall.SYS_PTRACE, seize, uintptr(pid), 0, 0, 0, 0)
	if errno != 0 {
		return errno
	}
	return nil
}

func arguments() error {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return err
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join("/proc", e.Name(), "cmdline"))
		if err == nil && bytes.Contains(data, secret()) {
			return nil
		}
	}
	return errors.New("no secret in any")
}

func connect(name string) error {
	c, err := net.DialTimeout("unix", name, time.Second)
	if err != nil {
		return err
	}
	return c.Close()
}

// privileges asks for no_new_privs: with it no set-user-id program gains any.
func privileges() error {
	const getNoNewPrivs = 39
	set, _, errno := syscall.RawSyscall6(syscall.SYS_PRCTL, getNoNewPrivs, 0, 0, 0, 0, 0)
	if errno != 0 || set == 1 {
		return errors.New("no_new_privs is set")
	}
	return nil
}

func mount() error {
	if err := syscall.Mount("none", p.Workdir, "tmpfs", 0, ""); err != nil {
		return err
	}
	return syscall.Unmount(p.Workdir, syscall.MNT_DETACH)
}

func namespace() error {
	cmd := exec.Command("/proc/self/exe", "daemon", "mount:"+p.Workdir)
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
	}
	return cmd.Run()
}

func makeDisk() error {
	path := filepath.Join(p.Workdir, "disk")
	if err := syscall.Mknod(path, syscall.S_IFBLK|0o600, 8<<8); err != nil {
		return err
	}
	return os.Remove(path)
}

func byLink(path string) error {
	link := filepath.Join(p.Workdir, "link")
	_ = os.Remove(link)
	if err := os.Symlink(path, link); err != nil {
		return err
	}
	defer os.Remove(link)
	return reads(link)
}

func byHardLink(path string) error {
	link := filepath.Join(p.Workdir, "hardlink")
	_ = os.Remove(link)
	if err := os.Link(path, link); err != nil {
		return err
	}
	defer os.Remove(link)
	return reads(link)
}

// take moves a file to where it may be read, and back.
func take(path string) error {
	here := filepath.Join(p.Workdir, "taken")
	if err := os.Rename(path, here); err != nil {
		return err
	}
	return errors.Join(reads(here), os.Rename(here, path))
}

func leaveDaemon() error {
	cmd := exec.Command("/proc/self/exe", "daemon", "fork:"+p.Daemon)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	return cmd.Run()
}

// daemon is what a second process of this program does.
func daemon(order string) {
	word, path, _ := strings.Cut(order, ":")
	switch word {
	case "mount":
		if err := syscall.Mount("none", path, "tmpfs", 0, ""); err != nil {
			os.Exit(1)
		}
	case "fork":
		cmd := exec.Command("/proc/self/exe", "daemon", "stay:"+path)
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if err := cmd.Start(); err != nil {
			os.Exit(1)
		}
	case "stay":
		_ = os.WriteFile(path, []byte(strconv.Itoa(os.Getpid())), 0o644)
		time.Sleep(time.Minute)
	}
}
