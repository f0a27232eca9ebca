import { deviceMs } from '#device/deviceMs'
import { serverNow, serverTime } from '#device/clock'
import type { Query, QueryClient } from '@tanstack/react-query'
import { type Auth, currentAuth } from '#device/auth'
import { unconfirmedIntents } from '#api/changes/intents'
import { hasDirtyForm } from '#forms/leaveGuard'
import { startsInstantly } from '#offline/snapshot/instantStart'
import { type Vault, vaultChanges } from '#offline/ownVault'
import { paint } from '#offline/snapshot/paint'
import { openSnapshot, placeOf, releaseOf, rightsOf } from '#offline/snapshot/sealedSnapshot'
import { snapshotInVault, storeSnapshot } from '#offline/snapshot/storeSnapshot'
import { takeSnapshot } from '#offline/snapshot/takeSnapshot'
import { arePressesReady, needsMoreRows, takeOver } from '#offline/snapshot/takeOver'
import { isPaintable } from '#routing/route'
import { routeAt } from '#routing/routes'
import { updateReady } from '#shell/updates'
import { whenIdle } from '#shell/whenIdle'
import { connection, onConnectionChange } from '#transport/connection'
import { toast } from '#ui/feedback/toast'
import { dataAttributes, paintedSnapshot } from '#device/snapshotAttributes'

/** A screen is calm when nothing has changed for this long. */
const calmMs = 1500
/** The app takes over this long after its frame is there, whatever is still loading. */
const frameMs = 1000
/** The same where a press needs a control that is not there yet. */
const pressedFrameMs = 10_000
/** How often it looks for that control: in a hundred rows it takes a slow device some time. */
const pollMs = 200

/** The place of the shown screen; its ids are in navigation state (linkedState.ts). */
const currentPlace = () =>
  placeOf(location.pathname + location.search, (history.state as { usr?: unknown } | null)?.usr)

const activeQueries = (queries: QueryClient) => queries.getQueryCache().findAll({ type: 'active' })
const isSaved = ({ options }: Query) => options.persister !== undefined

/** Takes snapshots of calm screens, when the browser is idle. */
export function keepSnapshots(queries: QueryClient): () => void {
  let last = ''
  let stopWaiting = () => {}
  const take = () => {
    const auth = currentAuth()
    const release = releaseOf(document)
    const shown = activeQueries(queries)
    if (!auth || !release || !isCalm(queries, shown)) return
    const saved = shown.filter(isSaved)
    const times = saved.map(({ state }) => state.dataUpdatedAt)
    const place = currentPlace()
    const signature = JSON.stringify([place, times, document.querySelector('#content h1')?.textContent])
    const frame = document.querySelector<HTMLElement>('#root > :has(#content)')
    if (signature === last || !frame) return
    last = signature
    const vaultVersion = vaultChanges.get()
    const snapshot = {
      ...takeSnapshot(frame),
      release,
      rights: rightsOf(auth),
      savedAt: serverTime(Math.min(deviceMs(), ...times)),
    }
    void storeSnapshot(
      place,
      snapshot,
      saved.map(({ queryKey }) => queryKey),
    ).then((isStored) => {
      // A slow device takes seconds to save the pages that it shows: the next change in the vault takes the snapshot again.
      if (isStored !== false || last !== signature) return
      last = ''
      if (vaultChanges.get() !== vaultVersion) schedule()
    })
  }
  const schedule = () => {
    stopWaiting()
    stopWaiting = whenIdle(take, calmMs)
  }
  const stopQueries = queries.getQueryCache().subscribe(({ type }) => {
    // Observers are updated by every render, which changes nothing by itself.
    if (!/^observer\w+Updated$/.test(type)) schedule()
  })
  const stopConnection = onConnectionChange(schedule)
  const stopVault = vaultChanges.subscribe(schedule)
  // A dialog is closed, a field is left, the tab is shown again: a screen that was not calm may be.
  const events = ['resize', 'click', 'focusout', 'visibilitychange'] as const
  for (const event of events) window.addEventListener(event, schedule, true)
  return () => {
    stopWaiting()
    stopQueries()
    stopConnection()
    stopVault()
    for (const event of events) window.removeEventListener(event, schedule, true)
  }
}

function isCalm(queries: QueryClient, shown: readonly Query[]): boolean {
  const [, route] = routeAt(location.pathname) ?? []
  const isLoaded = shown.every(({ state }) => state.status === 'success') && queries.isFetching() === 0
  const isQuiet = !hasDirtyForm() && unconfirmedIntents().length === 0 && !updateReady()
  return (
    startsInstantly() &&
    route !== undefined &&
    isPaintable(route) &&
    isLoaded &&
    isQuiet &&
    connection().online &&
    document.visibilityState === 'visible' &&
    paintedSnapshot() === null &&
    isAsStarted() &&
    // What may not be stored is marked where it is shown.
    (shown.every(isSaved) || document.querySelector(`#content [${dataAttributes.unsaved}]`) !== null)
  )
}

/** Whether the screen looks as it does after a start: no dialog or menu, nothing opened, chosen or typed. */
function isAsStarted(): boolean {
  const params = [...new URLSearchParams(location.search).values()]
  const typed = [...document.querySelectorAll<HTMLInputElement>('#content :is(input, textarea)')]
  return (
    document.querySelector(
      '.MuiModal-root, [role=dialog], [role=menu], #content [aria-expanded=true], #content :checked:is([type=checkbox])',
    ) === null &&
    typed.every(({ type, value }) => type === 'checkbox' || value === '' || params.includes(value)) &&
    !document.activeElement?.matches('input, textarea, select')
  )
}

/** After Unlock: the snapshot of this place, while the app renders under it. */
export async function paintUnlocked(vault: Vault, auth: Auth) {
  const release = releaseOf(document)
  const root = document.getElementById('root')
  const stored = startsInstantly() ? await snapshotInVault(vault, currentPlace()) : undefined
  if (!stored || !release || !root) return
  const snapshot = await openSnapshot(vault.keys, stored, {
    release,
    rights: rightsOf(auth),
    now: serverNow().getTime(),
  })
  if (!snapshot) return
  await paint(snapshot, root)
}

/** Replaces the snapshot by the app once its screen shows its data or a fault. */
export function takeOverWhenReady(queries: QueryClient) {
  const painted = paintedSnapshot()
  const root = document.getElementById('root')
  if (!painted || !root) return
  let framedAt = 0
  const isWaiting = () =>
    root.querySelector('#content [role=status][aria-label=Loading]') !== null ||
    needsMoreRows(painted, root) ||
    activeQueries(queries).some((query) => isSaved(query) && query.state.status === 'pending')
  let nextPollAt = 0
  const isLateEnough = (now: number) => {
    if (now - framedAt < frameMs || now < nextPollAt) return false
    nextPollAt = now + pollMs
    return now - framedAt > pressedFrameMs || arePressesReady(painted, root)
  }
  const check = () => {
    // Sign-in or the lock screen removed it.
    if (!painted.isConnected) return
    const now = performance.now()
    const isFramed = root.querySelector('#content h1') !== null
    if (isFramed && framedAt === 0) framedAt = now
    if (!isFramed || (isWaiting() && !isLateEnough(now))) return requestAnimationFrame(check)
    if (!takeOver(painted, root)) toast('info', 'What you pressed is no longer on this screen. Press again.')
  }
  requestAnimationFrame(check)
}
