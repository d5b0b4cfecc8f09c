shellcheck s.sh
exit 1
ShellCheck 0.9.0
