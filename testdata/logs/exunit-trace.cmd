mix test --seed 0 --trace
exit 2
Elixir 1.14.0
