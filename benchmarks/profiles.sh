#!/usr/bin/env bash
# Sends requests at fixed rates, however long the answers take; see README.md here.
# Usage: benchmarks/profiles.sh [--no-build] [OPTION VALUE]...   (--help lists the options)
exec "$(dirname "$0")/drive.sh" profiles "$@"
