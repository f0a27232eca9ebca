import { useSyncExternalStore } from 'react'
import type { NamedRead } from '#contract/call'
import { connection, onConnectionChange } from '#transport/connection'
import type { ListRow } from '#offline/savedRows'
import { useSavedRows } from '#offline/useSavedRows'
import type { Loaded } from './useCall'

type Asked = { call: NamedRead; body: Record<string, unknown>; fixed: Record<string, unknown> }

/** What the device has saved for a list whose page is not there while the server can't be reached. */
export function useSavedSearch<Row extends ListRow>(asked: Asked, query: Loaded<unknown>) {
  const { online } = useSyncExternalStore(onConnectionChange, connection)
  const isMissing = query.data === undefined || query.isPlaceholderData
  return useSavedRows<Row>({ ...asked, isWanted: isMissing && (!online || query.error?.code === 'offline') })
}
