@echo off
rem The `practice-ledger` command for a person, out of an installed plugin.
rem Its status is the program's own; 127: the plugin holds no program for Windows.
setlocal EnableExtensions DisableDelayedExpansion
set "program=%~dp0..\runtime\windows-x64\practice-ledger.exe"
rem A program that finds its own name here takes the other names of its bootloader from the environment as well.
set _PYI_ARCHIVE_FILE=
if exist "%program%" goto run
echo practice-ledger: "%program%" is missing.>&2
echo Install the plugin in the form for Windows. Until then its hooks do nothing.>&2
exit /b 127
:run
"%program%" %*
exit /b %errorlevel%
