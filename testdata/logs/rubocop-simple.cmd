rubocop -f simple lib.rb
exit 1
RuboCop 1.39.0
