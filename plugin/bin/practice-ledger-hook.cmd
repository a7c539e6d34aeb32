@echo off
rem Hands a hook event of Codex, on standard input, to the frozen program, and the program's reply back.
rem
rem Whatever goes wrong, it prints nothing, has read its input to the end, and ends with status 0. Events of tool calls
rem that cannot be reads are not told apart here: findstr keeps what it reads, and takes no line of more than 8 KB.
setlocal EnableExtensions DisableDelayedExpansion
rem A program that finds its own name here takes the other names of its bootloader from the environment as well.
set _PYI_ARCHIVE_FILE=
rem On one line, so that all of it is read before any of it runs: an update may replace this file meanwhile.
"%~dp0..\runtime\windows-x64\practice-ledger.exe" hook codex 2>nul || "%SystemRoot%\System32\find.exe" "practice-ledger" >nul 2>nul & exit 0
