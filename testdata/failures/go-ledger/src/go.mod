module git.example.org/bank/ledger

go 1.26
