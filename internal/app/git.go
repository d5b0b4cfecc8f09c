package app

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/regreen/regreen/internal/app/cli"
)

// basicToken is a token as GitHub takes it for git over https.
func basicToken(token string) string {
	return base64.StdEncoding.EncodeToString([]byte("x-access-token:" + token))
}

// ownGit is git in a folder that regreen made, without anybody's configuration: a
// signing key or a hook of the user's has no business in it.
type ownGit struct {
	env    cli.Env
	dir    string
	author string
}

// ownGitTime bounds one call: to add and commit a whole large repository takes a minute.
const ownGitTime = 10 * time.Minute

// run returns what git prints, without the blanks round it.
func (g ownGit) run(ctx context.Context, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, ownGitTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = g.dir
	mail := g.author + "@localhost"
	cmd.Env = []string{"PATH=" + g.env.Getenv("PATH"), "SYSTEMROOT=" + g.env.Getenv("SYSTEMROOT"), "HOME=" + g.dir,
		"GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_CONFIG_SYSTEM=" + os.DevNull,
		"GIT_AUTHOR_NAME=" + g.author, "GIT_AUTHOR_EMAIL=" + mail, "GIT_COMMITTER_NAME=" + g.author, "GIT_COMMITTER_EMAIL=" + mail}
	out, err := cmd.CombinedOutput()
	out = bytes.TrimSpace(out)
	if err != nil {
		return "", fmt.Errorf("git %s: %w: %s", args[0], err, out)
	}
	return string(out), nil
}
