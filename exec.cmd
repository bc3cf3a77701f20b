@rem The `exec` of a POSIX shell, for cmd.exe, which looks in the working directory first: it runs the command.
@%*
