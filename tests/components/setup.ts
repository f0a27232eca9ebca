import { afterEach, beforeEach, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react/pure'
import { changeConflict } from '#api/changes/changeConflict'
import { deleteIntent, unconfirmedIntents } from '#api/changes/intents'
import { queries } from '#auth/queryClient'
import { keepToasts } from './render'

// All files share one page: what a test renders, stores or replaces is gone for the next one, as is a change whose reply it lost.
afterEach(async () => {
  await cleanup()
  vi.restoreAllMocks()
  localStorage.clear()
  queries.clear()
  changeConflict.set(undefined)
  for (const { key } of unconfirmedIntents()) await deleteIntent(key)
})

// A message that nothing shows would wait for a later test.
beforeEach(() => {
  keepToasts()
})
