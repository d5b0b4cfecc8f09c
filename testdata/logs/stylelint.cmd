stylelint src/s.css
exit 2
stylelint 17.16.0
