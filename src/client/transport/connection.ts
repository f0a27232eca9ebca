import { deviceMs } from '#device/deviceMs'
import { isWithoutNetwork, lastReached, storeReached } from '#device/network'
import { createStore } from '#device/store'

/**
 * Whether the server can be reached, judged by calls and, after a failure, by pings. The browser's online state is only a
 * hint.
 */
export type Connection = {
  online: boolean
  /** While offline: when the server last replied. */
  since: number
  /** A ping is running. */
  checking: boolean
}

const firstPingMs = 30_000
const maxPingMs = 300_000
/** A ping that gets no reply must not block the next one. */
const pingTimeoutMs = 10_000
/** Timeout of a ping during a slow call. It is a few hundred bytes, which a slow link carries in this time. */
const probeTimeoutMs = 6_000

/** Without a network the app starts as offline: a banner that came later would move the screen. */
const state = createStore<Connection>(
  isWithoutNetwork()
    ? { online: false, since: lastReached(), checking: false }
    : { online: true, since: deviceMs(), checking: false },
)
let repliedAt = 0
/** A call was lost, but a ping succeeded: the next lost call means offline. */
let isSuspect = false
let waitMs = firstPingMs
let timer: ReturnType<typeof setTimeout> | undefined

const set = (change: Partial<Connection>) => state.set({ ...state.get(), ...change })

export const connection = state.get
export const onConnectionChange = state.subscribe

/** Runs when the server can be reached again, after being offline or after a lost call. */
export function onReconnect(listener: (wasOffline: boolean) => void): () => void {
  let current = connection()
  return onConnectionChange(() => {
    const before = current
    current = connection()
    if (current.online && !before.online) listener(true)
    else if (current.online && before.checking && !current.checking) listener(false)
  })
}

/** Reports a reply of the server, whatever it says. */
export function reportReply() {
  isSuspect = false
  setOnline()
}

function setOnline() {
  clearTimeout(timer)
  waitMs = firstPingMs
  repliedAt = deviceMs()
  storeReached(repliedAt)
  const { online, checking } = state.get()
  if (!online) set({ online: true, since: repliedAt, checking: false })
  else if (checking) set({ checking: false })
}

/**
 * Reports a call without a reply. A single call may have been lost, so the server is pinged first. A second lost call after
 * a successful ping means offline.
 */
export function reportNoReply(sentAt: number) {
  const { online, checking } = state.get()
  if (!online || (isSuspect && sentAt >= repliedAt)) return setOffline()
  if (checking) return
  isSuspect = true
  void tryNow()
}

function setOffline() {
  set({ online: false, checking: false, ...(state.get().online && { since: lastReached() }) })
  schedulePing()
}

function schedulePing() {
  clearTimeout(timer)
  timer = setTimeout(() => {
    // A hidden page pings when it is shown again.
    if (document.visibilityState === 'visible') void tryNow()
  }, waitMs)
  waitMs = Math.min(waitMs * 1.5, maxPingMs)
}

/** Pings the server now. The HTML reply of a captive portal does not count; that of a server that is stopping does. */
export async function tryNow() {
  const sentAt = deviceMs()
  set({ checking: true })
  if (await ping(pingTimeoutMs)) setOnline()
  // A call was answered meanwhile, perhaps before the network was lost: only a later ping tells.
  else if (state.get().online && sentAt < repliedAt) await tryNow()
  else setOffline()
}

const ping = (limitMs: number): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(limitMs) })
    .then(async (reply) => typeof (await reply.json()).ok === 'boolean')
    .catch(() => false)

let probe: Promise<boolean> | undefined

/** Pings the server while calls wait for their replies; one ping for all of them. Without a reply the portal is offline. */
export function probeDuringCall(): Promise<boolean> {
  const sentAt = deviceMs()
  probe ??= ping(probeTimeoutMs)
    .then((isReachable) => {
      if (isReachable) setOnline()
      else if (repliedAt <= sentAt) setOffline()
      return isReachable || repliedAt > sentAt
    })
    .finally(() => {
      probe = undefined
    })
  return probe
}

export function watchConnection() {
  const pingNow = () => void tryNow()
  const pingWhenOffline = () => {
    if (!state.get().online && document.visibilityState === 'visible') pingNow()
  }
  if (isWithoutNetwork()) pingNow()
  window.addEventListener('online', pingNow)
  window.addEventListener('offline', pingNow)
  document.addEventListener('visibilitychange', pingWhenOffline)
}
