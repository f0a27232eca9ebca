declare module 'fs-native-extensions' {
  /** Takes an exclusive lock on an open file without waiting; false when another process has it. */
  export function tryLock(handle: number): boolean
  export function unlock(handle: number): void
}
