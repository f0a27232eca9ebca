import { serverNow } from '#device/clock'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { connection, onConnectionChange } from '#transport/connection'
import {
  cancelDownload,
  downloads,
  downloadList,
  offlineStatus,
  type OfflineList,
  removeList,
} from './offlineLists'
import { listName } from '#offline/queryKeys'
import { useVaultValue } from '#offline/useVaultValue'

/** The state of a list that is kept offline, with the reason if it is incomplete. */
type OfflineState =
  | { kind: 'unknown' }
  | { kind: 'none'; why?: string | undefined }
  | { kind: 'fetching'; rows: number; total: number }
  | { kind: 'partial'; rows: number; total: number; why?: string | undefined }
  | { kind: 'kept'; why?: string | undefined }

const refreshedAfterMs = 3_600_000

/**
 * Keeps a list offline. When it is opened, a list older than an hour is downloaded again, and an interrupted download
 * resumes. `isFresh`: the total comes from the server, not from a saved page.
 */
export function useOfflineList(list: OfflineList, isFresh: boolean) {
  const name = listName(list.call.name, list.body)
  const download = useSyncExternalStore(downloads.subscribe, downloads.get).get(name)
  const { online, checking } = useSyncExternalStore(onConnectionChange, connection)
  const status = useVaultValue(name, () => offlineStatus(name))
  const [refused, setRefused] = useState<{ name: string; why: string }>()
  /** The list whose download was started automatically: once, and again after the connection returns. */
  const started = useRef<string>(undefined)
  const keep = () => {
    started.current = name
    void downloadList(list).then((why) => setRefused(why === undefined ? undefined : { name, why }))
  }

  const pinnedList = status?.pinnedList
  const isDue =
    pinnedList &&
    pinnedList.stopped === undefined &&
    serverNow().getTime() - (pinnedList.keptAt ?? 0) > refreshedAfterMs
  const shouldDownload = Boolean(isDue) && isFresh && online && !checking && !download
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name identifies the list
  useEffect(() => {
    if (!online || checking) started.current = undefined
    if (shouldDownload && started.current !== name) keep()
  }, [shouldDownload, online, checking, name])

  const stateNow = (): OfflineState => {
    if (!status) return { kind: 'unknown' }
    if (download && pinnedList?.keptAt === undefined)
      return { kind: 'fetching', rows: download.rows, total: download.total }
    if (!pinnedList) return { kind: 'none', why: refused?.name === name ? refused.why : undefined }
    if (pinnedList.keptAt !== undefined) return { kind: 'kept', why: pinnedList.stopped }
    return { kind: 'partial', rows: status.rows, total: pinnedList.total, why: pinnedList.stopped }
  }
  return {
    state: stateNow(),
    keep,
    cancel: () => cancelDownload(name),
    remove: () => {
      setRefused(undefined)
      void removeList(name)
    },
  }
}
