mix test
exit 1
Elixir 1.14.0
