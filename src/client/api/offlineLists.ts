import { asProblem, Problem } from '#contract/problems'
import { rowsPerPage } from '#contract/values'
import { formatCount } from '#domain/money/figures'
import { createStore } from '#device/store'
import { availableRows, sizeOf } from '#offline/limits'
import { listName, pageIn } from '#transport/listPage'
import { storageFull, withVault, notifyVaultChange } from '#offline/ownVault'
import { deletePin, openPin, opaqueList, type Pin, putPin } from '#offline/pins'
import { metadataOf, savedPages, savePage } from '#offline/savedPages'
import { send } from '#transport/send'
import { keyOf } from './useCall'
import { listBody } from './listRequest'
import type { PagedRead } from './useListPage'
import { deletePages } from '#offline/vaultDb'

/** A list as the user sees it, filtered or whole. */
export type OfflineList = {
  call: PagedRead<unknown>
  /** What it is asked for, but for the page. */
  body: Record<string, unknown>
  /** The screen's name. */
  title: string
  total: number
}

type Fetching = { call: string; rows: number; total: number; abort: AbortController }

/** The lists that are being fetched just now, by name. They go on when their screen is left. */
export const downloads = createStore<ReadonlyMap<string, Fetching>>(new Map())

function setFetching(name: string, one: Fetching | undefined) {
  const next = new Map(downloads.get())
  if (one) next.set(name, one)
  else next.delete(name)
  downloads.set(next)
}

const atOnce = 2
const longestWaitSeconds = 30
const triesWhenBusy = 5
/** Whoever pressed Cancel needs no reason. */
const cancelled = ''
const noVault =
  'This browser keeps no pages: the window is private, its storage is off or full, or an older tab of Alajo is open.'

const tooMany = ({ title, total }: OfflineList, room: number) =>
  `${title} has ${formatCount(total)} rows here, and there is room for ${formatCount(room)} on this device. Filter the list, or remove another one under Offline data.`

/**
 * Fetches all pages of a list and keeps them; what is there already since it was asked for is not fetched again.
 * Gives why it can't be done, if it can't. Never throws.
 */
export async function downloadList(list: OfflineList): Promise<string | undefined> {
  const name = listName(list.call.name, list.body)
  if (downloads.get().has(name)) return undefined
  const abort = new AbortController()
  setFetching(name, { call: list.call.name, rows: 0, total: list.total, abort })
  try {
    const begun = await begin(name, list)
    if (typeof begun === 'string') return begun
    const { key, pin } = begun
    // Another tab may be at it.
    await navigator.locks.request(`alajo-keep-${key}`, { ifAvailable: true }, async (lock) => {
      if (!lock) return
      await end(key, pin, await outcomeOf(list, fetchAll(name, list, pin.since, abort.signal), abort))
    })
    return undefined
  } finally {
    // Whoever shows it reads how it ended before it is over, or it would look interrupted for a moment.
    notifyVaultChange()
    await offlineStatus(name)
    setFetching(name, undefined)
  }
}

async function begin(name: string, list: OfflineList): Promise<{ key: string; pin: Pin } | string> {
  const begun = await withVault(async (vault) => {
    const { db } = vault
    const key = await opaqueList(vault, name)
    const [known, pages] = await Promise.all([
      db.pins.get(key).then((one) => openPin(vault, one)),
      db.pages.toArray(),
    ])
    const mine = pages.filter((page) => page.list === key)
    const others = pages.filter((page) => page.pinned === 1 && page.list !== key)
    const room = availableRows(others, mine)
    const pin: Pin = {
      call: list.call.name,
      body: list.body,
      title: list.title,
      total: list.total,
      since: isUnfinished(known) ? known.since : Date.now(),
      keptAt: known?.keptAt,
      stopped: list.total > room ? tooMany(list, room) : undefined,
    }
    if (known || !pin.stopped) await putPin(vault, key, pin)
    if (pin.stopped) return pin.stopped
    await db.pages.where('list').equals(key).modify({ pinned: 1 })
    // Asked once, before the first list is kept: the browser may otherwise clear it when space is short.
    if (!known) void navigator.storage?.persist?.()
    return { key, pin }
  })
  return begun ?? noVault
}

const isUnfinished = (pin: Pin | undefined): pin is Pin =>
  pin !== undefined && (pin.keptAt === undefined || pin.keptAt < pin.since)

/** All pages, some at once, in their order. Gives the total that the server last said. */
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
      const known = downloads.get().get(name)
      if (known) setFetching(name, { ...known, rows, total })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return total
}

async function fetchPage({ call, body }: OfflineList, page: number, since: number, signal: AbortSignal) {
  signal.throwIfAborted()
  const asked = listBody(call, { page, filters: {} }, body)
  const key = keyOf(call, asked)
  const saved = await metadataOf(key)
  if (saved && saved.savedAt >= since && saved.changedAt === 0) return { rows: saved.rows, total: undefined }
  const reply = await patiently(() => send(call, asked, { signal }), signal)
  if (!(await savePage(key, reply, Date.now()))) throw new Problem('refused', noRoom())
  const found = pageIn<unknown>(reply)
  return { rows: found?.rows.length ?? 0, total: found?.total }
}

const noRoom = () => (storageFull.get() ? 'There is no more room on this device.' : noVault)

/** A server that is asked for too much says when to come again. */
async function patiently<T>(
  ask: () => Promise<T>,
  signal: AbortSignal,
  triesLeft = triesWhenBusy,
): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const problem = asProblem(error)
    if (problem.code !== 'busy' || triesLeft === 0 || signal.aborted) throw error
    const seconds = Math.min(problem.retryAfterSeconds ?? 2, longestWaitSeconds)
    await new Promise((done) => {
      setTimeout(done, seconds * 1000)
      signal.addEventListener('abort', done, { once: true })
    })
    return patiently(ask, signal, triesLeft - 1)
  }
}

type Outcome = { total: number } | { stopped: string | undefined }

/** A lost connection is no reason to stop for good: it is gone on with when the list is next opened with a network. */
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

/** Nothing of it is written for a list that was taken off the device meanwhile. */
const end = (key: string, pin: Pin, outcome: Outcome) =>
  withVault(async (vault) => {
    const { db } = vault
    if (!(await db.pins.get(key))) return
    if ('stopped' in outcome) return putPin(vault, key, { ...pin, stopped: outcome.stopped })
    await putPin(vault, key, { ...pin, total: outcome.total, keptAt: pin.since })
    // Pages that the list no longer has.
    const old = db.pages.where('list').equals(key)
    await deletePages(db, await old.filter(({ savedAt }) => savedAt < pin.since).primaryKeys())
  })

/** Stops the fetching; what has come is kept, and gone on from there. */
export const cancelDownload = (name: string) => downloads.get().get(name)?.abort.abort()

/** Takes a list off the device, with or without a network. */
export async function removeList(name: string) {
  cancelDownload(name)
  await withVault(async (vault) => {
    const key = await opaqueList(vault, name)
    await deletePin(vault, key)
    await deletePages(vault.db, await vault.db.pages.where('list').equals(key).primaryKeys())
    notifyVaultChange()
  })
  storageFull.set(false)
}

/** Takes everything that is saved of some calls off the device. */
export async function removeCalls(calls: readonly string[]) {
  for (const [name, { call }] of downloads.get()) if (calls.includes(call)) cancelDownload(name)
  for (const call of calls) await savedPages.dropCall(call)
  storageFull.set(false)
}

/** How much of a list that was asked to be kept is here. */
export const offlineStatus = async (name: string): Promise<{ pin: Pin | undefined; rows: number }> =>
  (await withVault(async (vault) => {
    const { db } = vault
    const key = await opaqueList(vault, name)
    const pin = await openPin(vault, await db.pins.get(key))
    if (!pin) return { pin, rows: 0 }
    const pages = await db.pages.where('list').equals(key).toArray()
    const here = pages.filter(({ savedAt }) => savedAt >= pin.since)
    return { pin, rows: sizeOf(here).rows }
  })) ?? { pin: undefined, rows: 0 }
