// Command regreen repairs failing builds from a memory of proved fixes.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/regreen/regreen/internal/app"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// The first signal ends the run in order; the next one, or a quarter of a minute in
	// which nothing ended, ends the process. A journal has what is to be put back.
	context.AfterFunc(ctx, func() {
		stop()
		time.AfterFunc(15*time.Second, func() { os.Exit(130) })
	})
	code := app.Main(ctx, app.Env{
		Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		Getenv: os.Getenv, Environ: os.Environ(), Now: time.Now,
	})
	stop()
	os.Exit(code)
}
