#!/usr/bin/env bash
# Builds the benchmark application and runs one of the programs that measure it. The program
# takes this shell's place: Ctrl-C reaches it, and it ends whatever it started.
# Usage: drive.sh compare|profiles|beside [--no-build] [OPTION VALUE]...
set -euo pipefail
program=$1
shift
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
command="benchmarks/$program.sh"
build=yes
arguments=()
for argument in "$@"; do
	case $argument in
		*[!A-Za-z0-9_./,=:+-]*) command+=" '$argument'" ;;
		*) command+=" $argument" ;;
	esac
	if [ "$argument" = --no-build ]; then build=no; else arguments+=("$argument"); fi
done

fail() {
	echo "$1" >&2
	exit 1
}

[ "$(uname -s)" = Linux ] || fail "The benchmarks read Linux's /proc: run them on Linux."
if [ "$program" = compare ] && ! command -v wrk >/dev/null; then
	fail "wrk is missing: install it, on Debian and Ubuntu with 'apt-get install wrk'."
fi
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
command -v "$java" >/dev/null || fail "There is no $java: install a JDK 17 or newer, or set JAVA_HOME."

if [ "$build" = yes ]; then
	servers=benchmarks/servers
	(cd "$root" && ./mvnw -q -B -Pbenchmark -DskipTests \
		-pl "$servers/bridge,$servers/tomcat,$servers/jetty,$servers/webflux" -am package) \
		|| fail "The build failed: see above."
fi
[ -d "$here/target/driver" ] || fail "Nothing is built yet: leave out --no-build."

commit=$(git -C "$root" rev-parse --short HEAD 2>/dev/null || echo unknown)
[ -z "$(git -C "$root" status --porcelain 2>/dev/null)" ] || commit="$commit with uncommitted changes"

exec "$java" -Xmx256m -cp "$here/target/classes:$here/target/driver/*" \
	-Dbenchmark.home="$here" -Dbenchmark.command="$command" -Dbenchmark.commit="$commit" \
	"io.mvcbridge.benchmarks.$program.${program^}" ${arguments[@]+"${arguments[@]}"}
