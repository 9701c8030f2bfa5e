/* Starts a program in its console, presses Ctrl-C, and looks whether colours are on: console.exe PROGRAM RESULT.

   The first line of the file RESULT says with which status the program ended and how many lines it printed; the second, whether the
   console interprets escapes after a run with colours. */
#include <stdio.h>
#include <string.h>
#include <windows.h>

#ifndef ENABLE_VIRTUAL_TERMINAL_PROCESSING
#define ENABLE_VIRTUAL_TERMINAL_PROCESSING 4
#endif

static PROCESS_INFORMATION start(char *command, HANDLE input, HANDLE output) {
    STARTUPINFOA how = {.cb = sizeof how, .dwFlags = STARTF_USESTDHANDLES};
    PROCESS_INFORMATION started = {0};
    how.hStdInput = input;
    how.hStdOutput = output;
    how.hStdError = output;
    if (!CreateProcessA(NULL, command, NULL, NULL, TRUE, 0, NULL, NULL, &how, &started)) {
        printf("cannot start %s: %lu\n", command, GetLastError());
        ExitProcess(1);
    }
    return started;
}

static DWORD ended(PROCESS_INFORMATION started) {
    DWORD status = 259;
    WaitForSingleObject(started.hProcess, 60000);
    GetExitCodeProcess(started.hProcess, &status);
    return status;
}

int main(int count, char **arguments) {
    char command[2048], text[4096];
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
    HANDLE in_read, in_write, out_read, out_write;
    DWORD done, mode = 0;
    int lines = 0;

    FILE *result = count == 3 ? fopen(arguments[2], "wb") : NULL;
    if (!result) return 1;
    /* Lines without an end: only Ctrl-C ends the run. */
    CreatePipe(&in_read, &in_write, &inherited, 0);
    CreatePipe(&out_read, &out_write, &inherited, 0);
    SetHandleInformation(in_write, HANDLE_FLAG_INHERIT, 0);
    SetHandleInformation(out_read, HANDLE_FLAG_INHERIT, 0);
    snprintf(command, sizeof command, "\"%s\" -q --no-config", arguments[1]);
    PROCESS_INFORMATION waiting = start(command, in_read, out_write);
    CloseHandle(out_write);
    const char *given = "https://a.example/\nhttps://b.example/\nhttps://unfinish";
    WriteFile(in_write, given, strlen(given), &done, NULL);
    while (lines < 2 && ReadFile(out_read, text, sizeof text, &done, NULL) && done > 0)
        for (DWORD i = 0; i < done; i++) lines += text[i] == '\n';
    SetConsoleCtrlHandler(NULL, TRUE);
    GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0);
    fprintf(result, "interrupted: %lu, ", ended(waiting));
    while (ReadFile(out_read, text, sizeof text, &done, NULL) && done > 0)
        for (DWORD i = 0; i < done; i++) lines += text[i] == '\n';
    fprintf(result, "%d lines\n", lines);
    CloseHandle(in_write);

    HANDLE screen = CreateFileA("CONOUT$", GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited, OPEN_EXISTING, 0, NULL);
    HANDLE empty = CreateFileA("NUL", GENERIC_READ, 0, &inherited, OPEN_EXISTING, 0, NULL);
    GetConsoleMode(screen, &mode);
    SetConsoleMode(screen, mode & ~ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    snprintf(command, sizeof command, "\"%s\" --no-config --count", arguments[1]);
    ended(start(command, empty, screen));
    GetConsoleMode(screen, &mode);
    fprintf(result, "coloured: %d\n", (mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0);
    fclose(result);
    return 0;
}
