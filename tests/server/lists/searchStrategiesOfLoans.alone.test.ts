import { vi } from 'vitest'
import { describeSearches } from '../support/searchStrategies'

// Searches that match more rows than are counted use other strategies: here from the fourth row on.
vi.mock('#server/lists/pageOfIds', async (original) => ({ ...(await original<object>()), maxCounted: 3 }))

describeSearches((name) => name.startsWith('loans.'))
