@rem cmd, the shell that npm uses on Windows, has no exec.
@%*
