@echo off
rem Runs Maven: the installed one if it is 3.8 or newer, otherwise a pinned version that is
rem fetched once from the Apache archive into .m2\wrapper and checked by its SHA-512.
rem MVNW_DIST names another copy of that archive, MVNW_FETCH=1 ignores an installed Maven.
setlocal enabledelayedexpansion

set "VERSION=3.9.11"
set "SHA512=03e2d65d4483a3396980629f260e25cac0d8b6f7f2791e4dc20bc83f9514db8d0f05b0479e699a5f34679250c49c8e52e961262ded468a20de0be254d8207076"
if not defined MVNW_DIST set "MVNW_DIST=https://archive.apache.org/dist/maven"

set "MVN="
if not defined MVNW_FETCH (
  for /f "delims=" %%p in ('where mvn.cmd 2^>nul') do if not defined MVN set "MVN=%%p"
)
if defined MVN (
  set "NEW_ENOUGH="
  for /f "tokens=3,4 delims=. " %%a in ('call "!MVN!" -B --version 2^>nul ^| findstr /b /c:"Apache Maven"') do (
    if %%a gtr 3 set "NEW_ENOUGH=1"
    if %%a equ 3 if %%b geq 8 set "NEW_ENOUGH=1"
  )
  if not defined NEW_ENOUGH set "MVN="
)
if not defined MVN (
  set "HOME_DIR=%USERPROFILE%\.m2\wrapper\apache-maven-%VERSION%"
  set "MVN=!HOME_DIR!\bin\mvn.cmd"
  if not exist "!MVN!" (
    set "JAVA=java"
    if defined JAVA_HOME set "JAVA=%JAVA_HOME%\bin\java"
    "!JAVA!" "%~dp0.mvn\FetchMaven.java" "%MVNW_DIST%" "%VERSION%" "%SHA512%" "!HOME_DIR!" || exit /b 1
  )
)
endlocal & call "%MVN%" %*
