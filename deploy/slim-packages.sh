#!/bin/sh
# Takes out of a production node_modules what nothing reads at run time. $1: the folder.
set -eu
cd "$1"
# The image brings its own Node; the icons are inside the build.
rm -rf node-linux-* .bin @tabler
find . -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.md' ! -iname 'license*' \) -delete
