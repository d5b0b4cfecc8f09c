package check

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDeniedNamesTheRefusedPaths(t *testing.T) {
	for _, tt := range []struct {
		name, out string
		want      []string
	}{
		{"node", "Error: EACCES: permission denied, mkdir '/home/ada/.node-spawn-wrap-31603-53'\n", []string{"/home/ada/.node-spawn-wrap-31603-53"}},
		{"python", "PermissionError: [Errno 13] Permission denied: '/home/ada/.tool/state.db'\n", []string{"/home/ada/.tool/state.db"}},
		{"go", "    x_test.go:9: open /home/ada/.tool: permission denied\n", []string{"/home/ada/.tool"}},
		{"java", "java.nio.file.AccessDeniedException: /home/ada/.prefs\n", []string{"/home/ada/.prefs"}},
		{"shell", "mkdir: cannot create directory ‘x’: Permission denied\ntouch: cannot touch '/etc/y': Permission denied\n", []string{"/etc/y"}},
		{"rust", `Os { code: 13, kind: PermissionDenied, message: "Permission denied" }: os error 13: "/home/ada/.r"`, []string{"/home/ada/.r"}},
		{"the checkout's own", "open /src/app/x.txt: permission denied\n", nil},
		{"no refusal", "open /home/ada/.tool: no such file or directory\n", nil},
		{"each once, and only a few", "EACCES '/a'\nEACCES '/a'\nEACCES '/b'\nEACCES '/c'\nEACCES '/d'\n", []string{"/a", "/b", "/c"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, denied([]byte(tt.out), "/src/app")); diff != "" {
				t.Errorf("refused paths (-want +got):\n%s", diff)
			}
		})
	}
}
