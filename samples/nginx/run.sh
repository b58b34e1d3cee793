#!/usr/bin/env bash
# Starts one or several storefronts with nginx in front of them, in the foreground. Ctrl-C ends all of them.
set -euo pipefail

usage() {
	cat <<'USAGE'
Usage: samples/nginx/run.sh [OPTION]... [-- ARGUMENT...]

  --instances N    how many storefronts (1); several share a database and the sessions in it
  --port PORT      where nginx listens (8081)
  --first-port P   where the first storefront listens (5501), the next ones on the ports after it
  --no-build       run what is there, even if the sources are newer

What follows -- goes to every storefront, for example
  samples/nginx/run.sh -- --storefront.admin.username=boss --storefront.admin.password=change-me-1
USAGE
}

fail() {
	printf 'run.sh: %s\n' "$*" >&2
	exit 1
}

instances=1 port=8081 first_port=5501 build=yes
while [ $# -gt 0 ]; do
	case $1 in
		--instances | --port | --first-port)
			[[ ${2:-} =~ ^[1-9][0-9]{0,4}$ ]] || fail "$1 needs a number, not '${2:-}'"
			[[ $1 = --instances ]] || [ "$2" -le 65535 ] || fail "$1 must be between 1 and 65535, not $2"
			case $1 in
				--instances) instances=$2 ;;
				--port) port=$2 ;;
				--first-port) first_port=$2 ;;
			esac
			shift 2
			;;
		--no-build) build=no && shift ;;
		--help | -h) usage && exit ;;
		--) shift && break ;;
		*) usage >&2 && fail "there is no option $1" ;;
	esac
done

last_port=$((first_port + instances - 1))
[ "$last_port" -le 65535 ] ||
	fail "--instances $instances from --first-port $first_port would need ports up to $last_port, and there are 65535"
[ "$port" -lt "$first_port" ] || [ "$port" -gt "$last_port" ] ||
	fail "nginx and a storefront cannot both have port $port: choose another with --port or --first-port"

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
storefront=$root/samples/storefront/target
work=$here/target

# ---- What must be there

# Debian keeps nginx where the path of an ordinary user does not lead.
nginx=$(PATH=$PATH:/usr/sbin:/usr/local/sbin command -v nginx) ||
	fail "nginx is not installed. Debian: apt-get install nginx-light"
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
command -v "$java" >/dev/null || fail "there is no $java. Install a JDK 17 or newer, or set JAVA_HOME"

taken() {
	(exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}
ports=("$port")
for ((i = 0; i < instances; i++)); do
	ports+=("$((first_port + i))")
done
for one in "${ports[@]}"; do
	! taken "$one" || fail "port $one is taken: end what listens there, or choose another with --port or --first-port"
done

# ---- The jar and the static files

find_jar() {
	find "$storefront" -maxdepth 1 -name 'storefront-*-exec.jar' 2>/dev/null | head -n 1
}
outdated() {
	[ -z "$jar" ] || [ ! -d "$storefront/static" ] ||
		[ -n "$(find "$root"/bridge-*/src/main "$root/samples/storefront/src/main" "$root/samples/storefront/pom.xml" \
			"$root/pom.xml" -newer "$jar" -type f -print -quit)" ]
}
jar=$(find_jar)
if [ "$build" = yes ] && outdated; then
	echo "Building the storefront and exporting its static files ..."
	(cd "$root" && ./mvnw -q -B -pl samples/storefront -am package -DskipTests) ||
		fail "the build failed, see above"
	jar=$(find_jar)
fi
[ -n "$jar" ] || fail "there is no storefront-*-exec.jar in $storefront: run without --no-build"
[ -d "$storefront/static" ] || fail "there are no exported files in $storefront/static: run without --no-build"

# ---- What is started is ended

children=()
stop() {
	trap - EXIT
	# The latest first: nginx, then the storefronts, then their database.
	for ((i = ${#children[@]} - 1; i >= 0; i--)); do
		kill "${children[i]}" 2>/dev/null || continue
		wait "${children[i]}" 2>/dev/null || true
	done
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

alive() { # PID WHAT LOG
	kill -0 "$1" 2>/dev/null || fail "$2 has ended. The end of $3:"$'\n'"$(tail -n 15 "$3")"
}

# ---- The storefronts

mkdir -p "$work" "$storefront/pictures"
arguments=(--server.address=127.0.0.1 --bridge.trusted-proxies=127.0.0.1
	--bridge.static.accel=/internal/ "--bridge.static.root=$storefront/pictures"
	"--storefront.pictures.folder=$storefront/pictures")

if [ "$instances" -gt 1 ]; then
	# A database that they share: H2 out of the same jar, empty at each start.
	database=$work/database
	rm -rf "$database" && mkdir "$database"
	# The last one's log must not tell this one's port.
	: >"$work/database.log"
	"$java" -Xmx128m -cp "$jar" -Dloader.main=org.h2.tools.Server \
		org.springframework.boot.loader.launch.PropertiesLauncher \
		-tcp -tcpPort 0 -ifNotExists -baseDir "$database" >"$work/database.log" 2>&1 &
	children+=($!)
	until address=$(sed -n 's/^TCP server running at tcp:.*:\([0-9]*\) .*/\1/p' "$work/database.log") && [ -n "$address" ]; do
		alive "${children[0]}" "The database" "$work/database.log"
		sleep 0.2
	done
	arguments+=(--spring.profiles.active=cluster
		"--spring.datasource.url=jdbc:h2:tcp://localhost:$address/./storefront;LOCK_TIMEOUT=10000")
fi

servers=()
for ((i = 0; i < instances; i++)); do
	"$java" -jar "$jar" "--server.port=${ports[i + 1]}" "${arguments[@]}" "$@" >"$work/storefront-${ports[i + 1]}.log" 2>&1 &
	children+=($!)
	servers+=($!)
done

ready() { # PORT
	local status
	status=$( (exec 3<>"/dev/tcp/127.0.0.1/$1" && printf 'GET /actuator/health HTTP/1.0\r\n\r\n' >&3 &&
		head -n 1 <&3) 2>/dev/null) && [[ $status == *" 200 "* ]]
}
for ((i = 0; i < instances; i++)); do
	log=$work/storefront-${ports[i + 1]}.log
	echo "Waiting for the storefront on port ${ports[i + 1]}, its log is $log"
	until ready "${ports[i + 1]}"; do
		alive "${servers[i]}" "The storefront" "$log"
		sleep 0.5
	done
done

# ---- nginx

# The sample with these ports. Each sed expression must find its line.
upstreams=
for ((i = 0; i < instances; i++)); do
	upstreams+="server 127.0.0.1:${ports[i + 1]} max_fails=3 fail_timeout=5s; "
done
grep -q 'listen 8081;' "$here/nginx.conf" && grep -q 'server 127.0.0.1:5501 max_fails' "$here/nginx.conf" ||
	fail "nginx.conf has no 'listen 8081;' or no 'server 127.0.0.1:5501 max_fails=…': run.sh puts its ports there"
sed -e "s/listen 8081;/listen $port;/" -e "s/^\(\s*\)server 127.0.0.1:5501 max_fails.*/\1$upstreams/" \
	"$here/nginx.conf" >"$work/nginx.conf"

# The workers of an nginx that root starts are nobody, who may not read everybody's files.
globals='daemon off;'
[ "$(id -u)" -ne 0 ] || globals+=' user root;'
"$nginx" -p "$here/" -c "$work/nginx.conf" -e stderr -g "$globals" &
children+=($!)
until taken "$port"; do
	kill -0 $! 2>/dev/null || fail "nginx did not start, see above"
	sleep 0.1
done
echo "Kiln Street is open: http://localhost:$port (Ctrl-C ends it)"

# Until a signal comes, or one of them ends.
wait -n "${children[@]}" || true
fail "nginx, a storefront or the database has ended by itself; the logs are in $work"
