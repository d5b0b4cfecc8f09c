set -o nounset

release_dir() {
  printf '%s/releases/%s\n' "$DEPLOY_ROOT" "$1"
}

link_current() {
  cd $1 && ln -s v2 current
}

json_version() {
  jsonpick .version "$1"
}

hosts() {
  local total=0
  printf '%s\n' "$@" | while IFS= read -r host; do
    total=$((total + ${#host}))
  done
  printf '%d\n' "$total"
}

logs_in() {
  local f n=0
  for f in "$1"/*.log; do
    n=$((n + 1))
  done
  echo $n
}

week() {
  (( week = $1 + 1 ))
  echo "$week"
}

swap() {
  mv "$1/next" "$1/live"
}

stop() {
  readonly signal=TERM
  signal=${2:-KILL}
  echo "$1 $signal"
}
