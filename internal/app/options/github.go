package options

import (
	"github.com/spf13/pflag"

	"github.com/regreen/regreen/internal/publish"
)

// GitHub are the flags that say how what was found is shown on GitHub.
type GitHub struct {
	Publish  bool
	Token    string
	CIToken  string
	Prefix   string
	Base     string
	Draft    bool
	Labels   []string
	Sign     bool
	Again    bool
	MaxTries int

	CommentOnly bool // no branch and no pull request; the action sets it
}

// Bind adds the flags to a command.
func (g *GitHub) Bind(f *pflag.FlagSet) {
	f.BoolVar(&g.Publish, "publish", false, "push the branch and open the pull request")
	f.StringVar(&g.Token, "github-token", "", "token for GitHub; better in the environment as GITHUB_TOKEN")
	f.StringVar(&g.CIToken, "ci-trigger-token", "", "token to push with, so that the pull request starts CI")
	f.StringVar(&g.Prefix, "branch-prefix", publish.DefaultPrefix, "start of the names of regreen's branches")
	f.StringVar(&g.Base, "base-branch", "", "branch to open the pull request against; default: the one that failed")
	f.BoolVar(&g.Draft, "draft", true, "open the pull request as a draft")
	f.StringSliceVar(&g.Labels, "labels", nil, "labels of the pull request; default: "+publish.DefaultLabel)
	f.BoolVar(&g.Sign, "sign-commits", false, "make the commit through the API, so that GitHub signs it")
	f.BoolVar(&g.Again, "retry", false, "try again although this failure was tried before")
	f.IntVar(&g.MaxTries, "max-attempts", 0, "most attempts at one failure on one pull request; 0: the default")
}
