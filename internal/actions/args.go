package actions

// own are the inputs that only the action has: the command line has other words
// for them, or none.
var own = map[string]bool{
	"mode": true, "github-token": true, "ci-trigger-token": true, "app-id": true, "app-private-key": true, "openai-api-key": true,
	"openai-base-url": true, "qdrant-api-key": true, "bundle": true, "memory-write": true, "dry-run": true, "run": true, "untrusted-model": true, JobStatus: true,
}

// Args returns the inputs that are flags of "run" under the same name, as
// "--name=value" in the order of Inputs. Secrets are not among them: they go by
// Secrets and by their own names in values.
func Args(values map[string]string) []string {
	var args []string
	for _, in := range Inputs() {
		v := values[in.Name]
		if v == "" || own[in.Name] || in.Kind == Secret {
			continue
		}
		if in.Kind != List {
			args = append(args, "--"+in.Name+"="+v)
			continue
		}
		for _, item := range Split(v) {
			args = append(args, "--"+in.Name+"="+item)
		}
	}
	return args
}
