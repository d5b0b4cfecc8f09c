// The command frost saves the answer of the weather service for the tests.
package main

import (
	"io"
	"log"
	"net/http"
	"os"
)

func main() {
	res, err := http.Get(os.Args[1])
	defer res.Body.Close()
	if err != nil {
		log.Fatal(err)
	}
	if _, err := io.Copy(os.Stdout, res.Body); err != nil {
		log.Fatal(err)
	}
}
