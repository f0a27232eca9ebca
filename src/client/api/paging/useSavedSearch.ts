import { useSyncExternalStore } from 'react'
import type { NamedRead } from '#contract/call'
import { connection, onConnectionChange } from '#transport/connection'
import type { ListRow } from '#offline/savedRows'
import { useSavedRows } from '#offline/useSavedRows'
import type { Loaded } from '../useCall'

type Request = { call: NamedRead; body: Record<string, unknown>; fixed: Record<string, unknown> }

/** Searches the saved rows of a list while the server can't be reached and the page is not saved. */
export function useSavedSearch<Row extends ListRow>(request: Request, query: Loaded<unknown>) {
  const { online } = useSyncExternalStore(onConnectionChange, connection)
  const isMissing = query.data === undefined || query.isPlaceholderData
  return useSavedRows<Row>({
    ...request,
    isWanted: isMissing && (!online || query.error?.code === 'offline'),
  })
}
