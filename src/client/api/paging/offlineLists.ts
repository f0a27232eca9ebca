import { deviceMs } from '#device/deviceMs'
import { asProblem, Problem } from '#contract/problems'
import { rowsPerPage } from '#contract/values'
import { formatCount, pluralize } from '#domain/money/figures'
import { serverNow, serverTime } from '#device/clock'
import { createStore } from '#device/store'
import { availableRows, sizeOf } from '#offline/limits'
import { keyOf, listName } from '#offline/queryKeys'
import { pageIn } from '#transport/listPage'
import { storageFull, withVault, notifyVaultChange } from '#offline/ownVault'
import { unpinList, openPinnedList, opaqueList, type PinnedList, putPinnedList } from '#offline/pinnedLists'
import { metadataOf, savedPages, savePage } from '#offline/savedPages'
import { send } from '#transport/send'
import { listBody } from './listRequest'
import { retryDelayMs, retryWhenBusy } from '../retry'
import type { PagedRead } from './useListPage'
import { deletePages } from '#offline/vaultDb'

/** A list, filtered or whole, to be kept offline. */
export type OfflineList = {
  call: PagedRead<unknown>
  /** The body of the call, without the page. */
  body: Record<string, unknown>
  /** The screen's title. */
  title: string
  total: number
}

type Download = { call: string; rows: number; total: number; abort: AbortController }

/** Running downloads, by list name. They continue when their screen is left. */
export const downloads = createStore<ReadonlyMap<string, Download>>(new Map())

function setDownload(name: string, download: Download | undefined) {
  const next = new Map(downloads.get())
  if (download) next.set(name, download)
  else next.delete(name)
  downloads.set(next)
}

const concurrency = 2
const maxRetries = 5
/** After Cancel no reason is shown. */
const cancelled = ''
const noVault =
  'This browser can’t save pages: the window is private, its storage is off or full, or an older tab of Alajo is open.'

const tooMany = ({ title, total }: OfflineList, space: number) =>
  `${title} has ${pluralize(total, 'row')} here, and there is space for ${formatCount(space)} on this device. Filter the list, or remove another one under Offline data.`

/**
 * Downloads all pages of a list, except those that this download has already saved. Returns the reason if it can't start.
 * Never throws.
 */
export async function downloadList(list: OfflineList): Promise<string | undefined> {
  const name = listName(list.call.name, list.body)
  if (downloads.get().has(name)) return undefined
  const abort = new AbortController()
  setDownload(name, { call: list.call.name, rows: 0, total: list.total, abort })
  try {
    const started = await start(name, list)
    if (typeof started === 'string') return started
    const { key, pinnedList } = started
    // Another tab may be downloading it.
    await navigator.locks.request(`alajo-keep-${key}`, { ifAvailable: true }, async (lock) => {
      if (!lock) return
      await finish(
        key,
        pinnedList,
        await outcomeOf(list, fetchAll(name, list, pinnedList.since, abort.signal), abort),
      )
    })
    return undefined
  } finally {
    // Publish the result before the download ends, or it would look interrupted for a moment.
    notifyVaultChange()
    await offlineStatus(name)
    setDownload(name, undefined)
  }
}

async function start(
  name: string,
  list: OfflineList,
): Promise<{ key: string; pinnedList: PinnedList } | string> {
  const result = await withVault(async (vault) => {
    const { db } = vault
    const key = await opaqueList(vault, name)
    const [previous, pages] = await Promise.all([
      db.pins.get(key).then((one) => openPinnedList(vault, one)),
      db.pages.toArray(),
    ])
    const own = pages.filter((page) => page.list === key)
    const others = pages.filter((page) => page.pinned === 1 && page.list !== key)
    const space = availableRows(others, own)
    const pinnedList: PinnedList = {
      call: list.call.name,
      body: list.body,
      title: list.title,
      total: list.total,
      since: isUnfinished(previous) ? previous.since : serverNow().getTime(),
      keptAt: previous?.keptAt,
      stopped: list.total > space ? tooMany(list, space) : undefined,
    }
    if (previous || !pinnedList.stopped) await putPinnedList(vault, key, pinnedList)
    if (pinnedList.stopped) return pinnedList.stopped
    await db.pages.where('list').equals(key).modify({ pinned: 1 })
    // Without persistent storage the browser may clear the pages when space is short.
    if (!previous) void navigator.storage?.persist?.()
    return { key, pinnedList }
  })
  return result ?? noVault
}

const isUnfinished = (pinnedList: PinnedList | undefined): pinnedList is PinnedList =>
  pinnedList !== undefined && (pinnedList.keptAt === undefined || pinnedList.keptAt < pinnedList.since)

/** Downloads all pages, a few at a time, in order. Returns the latest total. */
async function fetchAll(
  name: string,
  list: OfflineList,
  since: number,
  signal: AbortSignal,
): Promise<number> {
  let next = 1
  let rows = 0
  let { total } = list
  const work = async () => {
    while (next <= Math.max(1, Math.ceil(total / rowsPerPage))) {
      const page = await fetchPage(list, next++, since, signal).catch((error: unknown) => {
        next = Number.POSITIVE_INFINITY
        throw error
      })
      rows += page.rows
      total = page.total ?? total
      const running = downloads.get().get(name)
      if (running) setDownload(name, { ...running, rows, total })
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return total
}

async function fetchPage({ call, body }: OfflineList, page: number, since: number, signal: AbortSignal) {
  signal.throwIfAborted()
  const pageBody = listBody(call, { page, filters: {} }, body)
  const key = keyOf(call, pageBody)
  const saved = await metadataOf(key)
  if (saved && saved.savedAt >= since && saved.changedAt === 0) return { rows: saved.rows, total: undefined }
  const reply = await withBusyRetry(() => send(call, pageBody, { signal }), signal)
  // A reply of a read replica is older, but belongs to this download.
  const savedAt = Math.max(since, serverTime(reply.asOf ?? deviceMs()))
  if (!(await savePage(key, reply, savedAt))) throw new Problem('refused', noSpace())
  const result = pageIn<unknown>(reply)
  return { rows: result?.rows.length ?? 0, total: result?.total }
}

const noSpace = () => (storageFull.get() ? 'There is no more space on this device.' : noVault)

/** A page that is kept belongs to no query: it is retried here, by the rule of all reads. */
async function withBusyRetry<T>(ask: () => Promise<T>, signal: AbortSignal, failures = 0): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!retryWhenBusy(maxRetries)(failures, error) || signal.aborted) throw error
    await new Promise((done) => {
      setTimeout(done, retryDelayMs(failures, error))
      signal.addEventListener('abort', done, { once: true })
    })
    return withBusyRetry(ask, signal, failures + 1)
  }
}

type Outcome = { total: number } | { stopped: string | undefined }

/** A lost connection only interrupts a download: it resumes when the list is next opened online. */
const outcomeOf = (list: OfflineList, work: Promise<number>, abort: AbortController): Promise<Outcome> =>
  work.then(
    (total) => ({ total }),
    async (error: unknown) => {
      if (abort.signal.aborted) return { stopped: cancelled }
      const { code, message } = asProblem(error)
      if (code === 'forbidden') await savedPages.dropCall(list.call.name)
      return { stopped: code === 'offline' ? undefined : message }
    },
  )

/** Stores the outcome, unless the list has been removed in the meantime. */
const finish = (key: string, pinnedList: PinnedList, outcome: Outcome) =>
  withVault(async (vault) => {
    const { db } = vault
    if (!(await db.pins.get(key))) return
    if ('stopped' in outcome) return putPinnedList(vault, key, { ...pinnedList, stopped: outcome.stopped })
    await putPinnedList(vault, key, { ...pinnedList, total: outcome.total, keptAt: pinnedList.since })
    // Pages that the list no longer has are still from an older download.
    const old = db.pages.where('list').equals(key)
    await deletePages(db, await old.filter(({ savedAt }) => savedAt < pinnedList.since).primaryKeys())
  })

/** Stops a download. The pages it has saved stay; Resume continues from there. */
export const cancelDownload = (name: string) => downloads.get().get(name)?.abort.abort()

/** Removes a list from the device, online or offline. */
export async function removeList(name: string) {
  cancelDownload(name)
  await withVault(async (vault) => {
    const key = await opaqueList(vault, name)
    await unpinList(vault, key)
    await deletePages(vault.db, await vault.db.pages.where('list').equals(key).primaryKeys())
    notifyVaultChange()
  })
  storageFull.set(false)
}

/** Removes all saved replies of some calls from the device. */
export async function removeCalls(calls: readonly string[]) {
  for (const [name, { call }] of downloads.get()) if (calls.includes(call)) cancelDownload(name)
  for (const call of calls) await savedPages.dropCall(call)
  storageFull.set(false)
}

/** How much of a list has been downloaded. */
export const offlineStatus = async (
  name: string,
): Promise<{ pinnedList: PinnedList | undefined; rows: number }> =>
  (await withVault(async (vault) => {
    const { db } = vault
    const key = await opaqueList(vault, name)
    const pinnedList = await openPinnedList(vault, await db.pins.get(key))
    if (!pinnedList) return { pinnedList, rows: 0 }
    const pages = await db.pages.where('list').equals(key).toArray()
    const current = pages.filter(({ savedAt }) => savedAt >= pinnedList.since)
    return { pinnedList, rows: sizeOf(current).rows }
  })) ?? { pinnedList: undefined, rows: 0 }
