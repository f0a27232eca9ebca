import { useMemo } from 'react'
import type { NamedRead } from '#contract/call'
import { entriesOf } from './savedLists'
import { type ListRow, savedReports, searchSaved } from './savedRows'
import { useVaultValue } from './useVaultValue'

type Asked = {
  call: NamedRead
  body: Record<string, unknown>
  /** What is asked beside filters. */
  fixed: Record<string, unknown>
  /** There is nothing to show for what was asked, and the server can't be reached. */
  isWanted: boolean
}

/** What is saved that answers a question which the server can't be asked, and what else is saved for its screen. */
export function useSavedRows<R extends ListRow>({ call, body, fixed, isWanted }: Asked) {
  const entries = useVaultValue(isWanted ? call.name : undefined, () => entriesOf(call.name))
  const asked = JSON.stringify([body, fixed])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same text asks the same
  return useMemo(() => {
    const found = entries && searchSaved<R>(call, entries, body)
    return { found, reports: entries && !found ? savedReports(entries, fixed) : [] }
  }, [entries, call, asked])
}
