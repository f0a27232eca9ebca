import { afterAll } from 'vitest'
import { children } from './children'

// A test that fails does not come to ending what it started. Nothing more is read here: what a test wants to put in a
// module's place must not be there yet.
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})
