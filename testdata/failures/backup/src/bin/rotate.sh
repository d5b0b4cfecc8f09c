#!/usr/bin/env bash
set -u

# Functions for the nightly backup.

target_name() {
  echo "$BACKUP_HOST-$1"
}

count_archives() {
  ls $1 | wc -l
}

newest() {
  local list=("$1"/*.tar)
  echo "${#list[@]}"
}

checksum() {
  md5 -q "$1"
}

total_lines() {
  local n=0
  cat "$1" | while read -r _; do
    n=$((n + 1))
  done
  echo "$n"
}

day_of() {
  echo $(($1 + 1))
}

prune() {
  rm "$1"
}

is_full() {
  [ "$1" -gt 90% ]
}
