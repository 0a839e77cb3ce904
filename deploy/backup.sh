#!/bin/sh
# Makes a backup in a folder and keeps the newest ones. meishi-backup.service runs it every night.
#   backup.sh FOLDER [HOW_MANY_TO_KEEP]
set -eu
folder=${1:?usage: backup.sh FOLDER [HOW_MANY_TO_KEEP]}
keep=${2:-14}
case $keep in '' | *[!0-9]* | 0) echo "backup.sh: keep at least 1, not '$keep'" >&2; exit 1 ;; esac
umask 077
mkdir -p "$folder"
# What killed ones left, each as large as a backup: before this one needs the room, but none that may still be under way.
find "$folder"/ -maxdepth 1 -type f -name 'meishi-*.tar.gz.partial' -mmin +720 -exec rm -f -- {} + || :
"$(dirname "$(readlink -f "$0")")/meishi" backup "$folder/meishi-$(date -u +%Y-%m-%dT%H%M%SZ).tar.gz"
# Only after a complete one: a failing backup removes none.
ls -1 "$folder"/meishi-*.tar.gz | sort -r | tail -n "+$((keep + 1))" | while read -r old; do
  rm -f -- "$old"
done
