package main

import (
	"log"
	"net/http"
	"time"
)

func main() { log.Fatal(http.ListenAndServe("localhost:8088", nil)) }
