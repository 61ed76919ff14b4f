# Sourced by run.sh and test.sh: makes sure that what building and drawing need is there.
#
# On Debian and its relatives the missing packages are installed when that is allowed (root, or sudo that asks for no
# password); otherwise the one line that installs them is printed. Elsewhere nothing is installed.

PATH=$PATH:/usr/sbin:/sbin

# The list is read once: a pipe into `grep -q` would end early and, with pipefail, count as "not found".
libraries=
has_library() {
    [ -n "$libraries" ] || libraries=$(ldconfig -p 2>/dev/null || true)
    [[ $libraries =~ [[:space:]]"$1"[[:space:]] ]]
}

# Any Vulkan driver will do: a graphics card's own, or the software one.
has_vulkan_driver() {
    [ -n "${VK_DRIVER_FILES:-}${VK_ICD_FILENAMES:-}" ] && return 0
    local file
    for file in /usr/share/vulkan/icd.d/*.json /etc/vulkan/icd.d/*.json /usr/local/share/vulkan/icd.d/*.json; do
        [ -e "$file" ] && return 0
    done
    return 1
}

missing_packages() {
    has_library libvulkan.so.1 || echo libvulkan1
    has_vulkan_driver || echo mesa-vulkan-drivers
    [ -n "${DISPLAY:-}" ] || return 0
    local pair
    for pair in libX11.so.6:libx11-6 libX11-xcb.so.1:libx11-xcb1 libXcursor.so.1:libxcursor1 libXi.so.6:libxi6 \
        libXrender.so.1:libxrender1 libXfixes.so.3:libxfixes3 libXext.so.6:libxext6 \
        libxkbcommon.so.0:libxkbcommon0 libxkbcommon-x11.so.0:libxkbcommon-x11-0; do
        has_library "${pair%%:*}" || echo "${pair##*:}"
    done
}

install_packages() {
    local packages=("$@") as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null || ! sudo -n true 2>/dev/null; then
            echo "missing packages; install them with: sudo apt-get install -y ${packages[*]}" >&2
            return 0
        fi
        as_root=(sudo -n)
    fi
    echo "installing ${packages[*]}" >&2
    if ! { "${as_root[@]}" apt-get update -q && "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -q -y --no-install-recommends "${packages[@]}"; } >&2; then
        echo "that did not work; install them with: sudo apt-get install -y ${packages[*]}" >&2
    fi
}

require_tool() {
    command -v "$1" >/dev/null && return 0
    echo "$1 is missing: $2" >&2
    exit 3
}

prepare() {
    [ -d "${HOME:-}/.cargo/bin" ] && PATH=$HOME/.cargo/bin:$PATH
    require_tool cargo "install Rust from https://rustup.rs"
    require_tool cc "install a C linker (Debian, Ubuntu: apt-get install gcc)"
    if command -v apt-get >/dev/null && command -v ldconfig >/dev/null; then
        local packages
        mapfile -t packages < <(missing_packages)
        [ "${#packages[@]}" -eq 0 ] || install_packages "${packages[@]}"
    fi
    # The software driver complains without a folder of this kind.
    if [ -z "${XDG_RUNTIME_DIR:-}" ]; then
        export XDG_RUNTIME_DIR=${TMPDIR:-/tmp}/wonderwheel-runtime-$(id -u)
        mkdir -p -m 700 "$XDG_RUNTIME_DIR"
    fi
}
