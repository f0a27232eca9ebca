import type { ChildProcess } from 'node:child_process'

/** The processes that tests started and that have not ended. */
export const childProcesses = new Set<ChildProcess>()
