import { useMemo } from 'react'
import type { NamedRead } from '#contract/call'
import { entriesOf } from './savedLists'
import { type ListRow, savedReports, searchSaved } from './savedRows'
import { useVaultValue } from './useVaultValue'

type Options = {
  call: NamedRead
  body: Record<string, unknown>
  /** What is sent beside the filters. */
  fixed: Record<string, unknown>
  /** The server can't be reached, and this reply is not saved. */
  isWanted: boolean
}

/** Searches the saved rows when the server can't be reached; without a match, lists the screen's saved reports. */
export function useSavedRows<R extends ListRow>({ call, body, fixed, isWanted }: Options) {
  const entries = useVaultValue(isWanted ? call.name : undefined, () => entriesOf(call.name))
  const request = JSON.stringify([body, fixed])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text identifies body and fixed
  return useMemo(() => {
    const matches = entries && searchSaved<R>(call, entries, body)
    return { matches, reports: entries && !matches ? savedReports(entries, fixed) : [] }
  }, [entries, call, request])
}
