import type { ChildProcess } from 'node:child_process'

/** The programs that tests started and that have not ended. */
export const children = new Set<ChildProcess>()
