mix test --seed 0
exit 2
Elixir 1.14.0
