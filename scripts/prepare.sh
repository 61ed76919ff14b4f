# Installs missing Debian packages when it may, else prints the one line that does. Elsewhere it does nothing.
# To be sourced: prepare PACKAGE...
prepare() {
  command -v dpkg-query >/dev/null 2>&1 || return 0
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if sudo -n true 2>/dev/null; then
      as_root=(sudo)
    else
      echo "missing packages; to install them: sudo apt-get install ${missing[*]}" >&2
      return 0
    fi
  fi
  echo "installing ${missing[*]}" >&2
  "${as_root[@]}" apt-get update -qq >&2 || true
  DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2 ||
    echo "could not install them; to do it by hand: sudo apt-get install ${missing[*]}" >&2
}
