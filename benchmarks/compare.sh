#!/usr/bin/env bash
# Compares this server with Tomcat, Jetty and WebFlux under equal load; see README.md here.
# Usage: benchmarks/compare.sh [--no-build] [OPTION VALUE]...   (--help lists the options)
exec "$(dirname "$0")/drive.sh" compare "$@"
