package transfer

import (
	"encoding/json"
	"errors"
	"net/http/httptest"
	"testing"
)

func TestMissingAccountIsReported(t *testing.T) {
	var missing *missingAccount
	if err := debit("DE99"); !errors.As(err, &missing) {
		t.Fatalf("%v: not a *missingAccount", err)
	}
}

func TestDecodeOrder(t *testing.T) {
	o, err := decode([]byte(`{"to":"DE02","remittance_info":"rent May"}`))
	if err != nil || o.Purpose != "rent May" {
		t.Fatalf("decoded %+v, %v", o, err)
	}
}

func TestHandleAcceptsTransfer(t *testing.T) {
	rec := httptest.NewRecorder()
	handle(rec, httptest.NewRequest("POST", "/v1/transfers?iban=DE02", nil))
	if rec.Result().StatusCode != 201 {
		t.Fatalf("unexpected response: %s", rec.Result().Status)
	}
}

func TestKeyFile(t *testing.T) {
	if _, err := keyFile(); err != nil {
		t.Fatal(err)
	}
}

func TestMayTransfer(t *testing.T) {
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("mayTransfer panicked: %v", r)
		}
	}()
	if c := (&customer{name: "ann"}); !c.mayTransfer(100) {
		t.Error("refused")
	}
}

func TestRetriesFromSettings(t *testing.T) {
	var s map[string]any
	if err := json.Unmarshal([]byte(`{"retries": 3}`), &s); err != nil {
		t.Fatal(err)
	}
	if retries(s) != 3 {
		t.Error("want three retries")
	}
}
