package transfer

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
)

type limit struct{ max int64 }

type customer struct {
	name  string
	limit *limit
}

func (c *customer) mayTransfer(cents int64) bool {
	return cents <= c.limit.max
}

type missingAccount struct{ iban string }

func (m *missingAccount) Error() string { return "no account " + m.iban }

func debit(iban string) error {
	return fmt.Errorf("debit failed: %s", &missingAccount{iban})
}

type order struct {
	To      string `json:"to"`
	Purpose string `json:"purpose"`
}

func decode(body []byte) (o order, err error) {
	err = json.Unmarshal(body, &o)
	return o, err
}

func handle(w http.ResponseWriter, r *http.Request) {
	if r.URL.Query().Get("iban") == "" {
		http.Error(w, "iban missing", http.StatusBadRequest)
		return
	}
	fmt.Fprintln(w, "accepted")
}

func keyFile() (string, error) {
	if f, ok := os.LookupEnv("LEDGER_SIGNING_KEY"); ok {
		return f, nil
	}
	return "", fmt.Errorf("LEDGER_SIGNING_KEY: required but unset")
}

func retries(settings map[string]any) int {
	n := settings["retries"].(int)
	return n
}
