import { afterAll } from 'vitest'
import { childProcesses } from './childProcesses'

// A test that fails does not end what it started. This file imports nothing more: a module that a test mocks must not be
// loaded yet.
afterAll(() => {
  for (const child of childProcesses) child.kill('SIGKILL')
})
