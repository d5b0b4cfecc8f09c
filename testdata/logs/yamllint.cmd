yamllint a.yml
exit 1
yamllint 1.38.0
