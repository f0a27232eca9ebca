import { useMemo } from 'react'
import type { NamedRead } from '#contract/call'
import { savedRepliesOf } from './savedLists'
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
  const replies = useVaultValue(isWanted ? call.name : undefined, () => savedRepliesOf(call.name))
  const request = JSON.stringify([body, fixed])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text identifies body and fixed
  return useMemo(() => {
    const matches = replies && searchSaved<R>(call, replies, body)
    return { matches, reports: replies && !matches ? savedReports(replies, fixed) : [] }
  }, [replies, call, request])
}
