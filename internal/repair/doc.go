// Package repair turns a Task into Attempts within a Budget: Replay takes a
// remembered patch, Agent lets a model work on the checkout with the tools of
// package tool. An Attempt proves nothing: what it holds goes to verify.
package repair
