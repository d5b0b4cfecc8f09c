#!/usr/bin/env bats

setup() {
  source "$BATS_TEST_DIRNAME/../bin/rotate.sh"
  work="$BATS_TEST_TMPDIR/back ups"
  mkdir -p "$work"
}

@test "target is named after the host" {
  unset BACKUP_HOST
  run target_name daily
  [ "$output" = "localhost-daily" ]
}

@test "archives are counted in a folder with a blank" {
  touch "$work/a.tar" "$work/b.tar"
  run count_archives "$work"
  [ "$status" -eq 0 ]
  [ "$output" -eq 2 ]
}

@test "an empty folder has no newest archive" {
  run newest "$work"
  [ "$output" -eq 0 ]
}

@test "checksum of a file" {
  echo x >"$work/x"
  checksum "$work/x"
}

@test "lines of the list are totalled" {
  printf 'a\nb\n' >"$work/list"
  run total_lines "$work/list"
  [ "$output" -eq 2 ]
}

@test "the day after the eighth" {
  day_of 08
}

@test "prune takes a folder away" {
  prune "$work"
}

@test "disk is full at 95%" {
  is_full 95%
}
