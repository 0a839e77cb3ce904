#!/bin/sh
# Takes out of a production node_modules what nothing reads at run time. $1: the folder.
set -eu
cd "$1"
# The image brings its own Node; the icons are inside the build; some packages name the compiler as one they may use.
rm -rf node-linux-* .bin @tabler typescript @typescript @types
find . -type d \( -name test -o -name tests -o -name __tests__ \) -prune -exec rm -rf {} +
find . -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.md' ! -iname 'license*' \) -delete
