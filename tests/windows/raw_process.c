/* Runs one raw command line through CreateProcessW, as a host on Windows does, and reports how it ended.
 *
 * usage: raw_process.exe FOLDER
 *
 * Reads FOLDER\command (the command line, UTF-8, not interpreted in any way) and FOLDER\stdin; writes FOLDER\stdout,
 * FOLDER\stderr and FOLDER\end: the exit status as 8 hex digits, and how many bytes of the input were taken.
 * An argument list of Linux could not express such a command line, and its exit status has 8 bits of 32.
 */
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

static wchar_t *folder;

static FILE *file(const wchar_t *name, const wchar_t *mode)
{
    static wchar_t path[4096];
    FILE *opened;
    _snwprintf(path, 4095, L"%ls\\%ls", folder, name);
    opened = _wfopen(path, mode);
    if (!opened) {
        fprintf(stderr, "raw_process: cannot open %ls\n", path);
        exit(90);
    }
    return opened;
}

static char *content(const wchar_t *name, DWORD *size)
{
    FILE *source = file(name, L"rb");
    char *bytes;
    fseek(source, 0, SEEK_END);
    *size = (DWORD)ftell(source);
    rewind(source);
    bytes = calloc(*size + 1, 1);
    if (fread(bytes, 1, *size, source) != *size)
        exit(91);
    fclose(source);
    return bytes;
}

struct stream {
    HANDLE pipe;
    FILE *kept;
};

static DWORD WINAPI keep(void *argument)
{
    struct stream *stream = argument;
    static __thread char piece[65536];
    DWORD size;
    while (ReadFile(stream->pipe, piece, sizeof piece, &size, NULL) && size)
        fwrite(piece, 1, size, stream->kept);
    fclose(stream->kept);
    return 0;
}

static DWORD input_size, taken;
static char *input;

static DWORD WINAPI feed(void *pipe)
{
    DWORD size;
    while (taken < input_size && WriteFile(pipe, input + taken, min(4096, input_size - taken), &size, NULL))
        taken += size;
    CloseHandle(pipe);
    return 0;
}

static void make_pipe(HANDLE *ours, HANDLE *theirs, BOOL we_write)
{
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
    HANDLE reading, writing;
    if (!CreatePipe(&reading, &writing, &inherited, 65536))
        exit(92);
    *ours = we_write ? writing : reading;
    *theirs = we_write ? reading : writing;
    SetHandleInformation(*ours, HANDLE_FLAG_INHERIT, 0);
}

int wmain(int count, wchar_t **arguments)
{
    STARTUPINFOW start = {.cb = sizeof start, .dwFlags = STARTF_USESTDHANDLES};
    PROCESS_INFORMATION process;
    struct stream out, err;
    HANDLE in, threads[3];
    DWORD size, status, failures = 0;
    wchar_t *command;
    char *bytes;
    FILE *end;

    if (count != 2)
        return 93;
    folder = arguments[1];
    bytes = content(L"command", &size);
    command = calloc(size + 1, sizeof *command);
    MultiByteToWideChar(CP_UTF8, 0, bytes, (int)size, command, (int)size);
    input = content(L"stdin", &input_size);

    make_pipe(&in, &start.hStdInput, TRUE);
    make_pipe(&out.pipe, &start.hStdOutput, FALSE);
    make_pipe(&err.pipe, &start.hStdError, FALSE);
    out.kept = file(L"stdout", L"wb");
    err.kept = file(L"stderr", L"wb");
    while (!CreateProcessW(NULL, _wcsdup(command), NULL, NULL, TRUE, CREATE_NO_WINDOW, NULL, NULL, &start, &process)) {
        /* Wine was seen to fail so, rarely, on a busy machine. Nothing has been started then. */
        if (GetLastError() != ERROR_INTERNAL_ERROR || ++failures == 5) {
            fprintf(stderr, "raw_process: CreateProcessW: %lu\n", GetLastError());
            return 94;
        }
        Sleep(100);
    }
    CloseHandle(start.hStdInput);
    CloseHandle(start.hStdOutput);
    CloseHandle(start.hStdError);
    threads[0] = CreateThread(NULL, 0, feed, in, 0, NULL);
    threads[1] = CreateThread(NULL, 0, keep, &out, 0, NULL);
    threads[2] = CreateThread(NULL, 0, keep, &err, 0, NULL);
    WaitForSingleObject(process.hProcess, INFINITE);
    GetExitCodeProcess(process.hProcess, &status);
    WaitForMultipleObjects(3, threads, TRUE, INFINITE);
    end = file(L"end", L"wb");
    fprintf(end, "%08lx %lu", status, taken);
    fclose(end);
    return 0;
}
