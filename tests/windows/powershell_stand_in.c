/* Stands for powershell.exe, which Wine does not have, where Codex starts it: powershell.exe -NoProfile -Command TEXT
 *
 * A text that begins with `cmd ` is what test_powershell_syntax.py shows to be one command with plain words: it is run
 * as it is. Of any other, a call of the agent's, what stands behind the line with which Codex sets the encoding goes
 * to cmd. Nothing that PowerShell itself would do is done.
 */
#include <stdio.h>
#include <windows.h>
#include <shellapi.h>

int wmain(void)
{
    static wchar_t command[32768];
    STARTUPINFOW start = {.cb = sizeof start};
    PROCESS_INFORMATION process;
    DWORD status;
    int count;
    wchar_t **words = CommandLineToArgvW(GetCommandLineW(), &count);
    wchar_t *text = words[count - 1], *line_end;

    if (count < 3 || wcscmp(words[count - 2], L"-Command"))
        return 90;
    if (!wcsncmp(text, L"try { [Console]::OutputEncoding", 31) && (line_end = wcschr(text, L'\n')))
        text = line_end + 1;
    _snwprintf(command, 32767, wcsncmp(text, L"cmd ", 4) ? L"cmd /d /c %ls" : L"%ls", text);
    if (!CreateProcessW(NULL, command, NULL, NULL, TRUE, 0, NULL, NULL, &start, &process))
        return 91;
    WaitForSingleObject(process.hProcess, INFINITE);
    GetExitCodeProcess(process.hProcess, &status);
    return (int)status;
}
