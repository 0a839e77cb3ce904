#!/bin/sh
# Removes from a production node_modules what nothing needs at run time. $1: the folder.
set -eu
cd "$1"
# What only builds: the result is in the image.
npm uninstall --prefix .. --no-save --omit=dev --loglevel=error $(node -p 'require("../package.json").buildDependencies.join(" ")')
# The image has its own Node, and some packages list the compiler as an optional peer.
rm -rf .bin typescript @typescript @types
find . -type d \( -name test -o -name tests -o -name __tests__ \) -prune -exec rm -rf {} +
find . -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.md' ! -iname 'license*' \) -delete
