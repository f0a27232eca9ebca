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
import { listName } from '#transport/listPage'
import { useVaultValue } from '#offline/useVaultValue'

/** How far the keeping of a list is, with what is in its way. */
export type OfflineState =
  | { state: 'unknown' }
  | { state: 'not'; why?: string | undefined }
  | { state: 'fetching'; rows: number; total: number }
  | { state: 'partly'; rows: number; total: number; why?: string | undefined }
  | { state: 'kept'; why?: string | undefined }

const refreshedAfterMs = 3_600_000

/**
 * Keeps a list for when there is no network. One that is kept and older than an hour is fetched anew when it is opened,
 * and one that was interrupted is gone on with; `isFresh` says that the server has just told the total.
 */
export function useOfflineList(list: OfflineList, isFresh: boolean) {
  const name = listName(list.call.name, list.body)
  const job = useSyncExternalStore(downloads.subscribe, downloads.get).get(name)
  const { online, checking } = useSyncExternalStore(onConnectionChange, connection)
  const here = useVaultValue(name, () => offlineStatus(name))
  const [refused, setRefused] = useState<{ name: string; why: string }>()
  /** Gone on with once by itself, and again when the server is found again: not at once after it was stopped. */
  const begun = useRef<string>(undefined)
  const keep = () => {
    begun.current = name
    void downloadList(list).then((why) => setRefused(why === undefined ? undefined : { name, why }))
  }

  const pin = here?.pin
  const isDue = pin && pin.stopped === undefined && Date.now() - (pin.keptAt ?? 0) > refreshedAfterMs
  const isToFetch = Boolean(isDue) && isFresh && online && !checking && !job
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is the one of this name
  useEffect(() => {
    if (!online || checking) begun.current = undefined
    if (isToFetch && begun.current !== name) keep()
  }, [isToFetch, online, checking, name])

  const kept = (): OfflineState => {
    if (!here) return { state: 'unknown' }
    if (job && pin?.keptAt === undefined) return { state: 'fetching', rows: job.rows, total: job.total }
    if (!pin) return { state: 'not', why: refused?.name === name ? refused.why : undefined }
    if (pin.keptAt !== undefined) return { state: 'kept', why: pin.stopped }
    return { state: 'partly', rows: here.rows, total: pin.total, why: pin.stopped }
  }
  return {
    kept: kept(),
    keep,
    cancel: () => cancelDownload(name),
    remove: () => {
      setRefused(undefined)
      void removeList(name)
    },
  }
}
