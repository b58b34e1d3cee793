#!/usr/bin/env bash
# Measures a light endpoint while neighbours keep the processor or a file busy; see README.md here.
# Usage: benchmarks/beside.sh [--no-build] [OPTION VALUE]...   (--help lists the options)
exec "$(dirname "$0")/drive.sh" beside "$@"
