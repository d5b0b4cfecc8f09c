setup() {
  load ../lib/release.bash
}

@test "release dir below the default root" {
  [[ $(release_dir v7) == /srv/app/releases/v7 ]]
}

@test "link: path with spaces" {
  mkdir -p "$BATS_TEST_TMPDIR/my app/v2"
  link_current "$BATS_TEST_TMPDIR/my app"
}

@test "version out of package.json" {
  echo '{"version": "4.1.0"}' >"$BATS_TEST_TMPDIR/package.json"
  result=$(json_version "$BATS_TEST_TMPDIR/package.json")
  [[ $result == 4.1.0 ]]
}

@test "hosts: length of all names" {
  [[ $(hosts ab cde) == 5 ]]
}

@test "logs: none yet" {
  [[ $(logs_in "$BATS_TEST_TMPDIR") == 0 ]]
}

@test "week after 09" {
  result="$(week 09)"
  [[ $result == 10 ]]
}

@test "swap moves below live" {
  mkdir "$BATS_TEST_TMPDIR/next"
  touch "$BATS_TEST_TMPDIR/live.txt"
  swap "$BATS_TEST_TMPDIR"
  [[ -d $BATS_TEST_TMPDIR/live/next ]]
}

@test "stop with the given signal" {
  run stop web
  [[ $output == "web KILL" ]]
}
