package main

import (
	"fmt"

	"git.example.org/bank/ledger/internal/iban"
)

func main() {
	if err := iban.Validate("DE02"); err != nil {
		fmt.Println(err)
	}
}
