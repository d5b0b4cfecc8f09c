package notify

import "git.example.org/bank/ledger/internal/iban2"

func text(account string) string {
	masked, err := iban2.Mask(account, 4, '*')
	if err != nil {
		return account
	}
	return masked
}

var _ = text
