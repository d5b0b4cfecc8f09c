package main

import "os"

func usage() string { return os.Args[0] + " STOP" }
