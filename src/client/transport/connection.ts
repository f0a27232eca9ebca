import { createStore } from '#device/store'

/**
 * Whether the server can be reached: judged from real calls and, after a failure, from a ping.
 * The browser's own word is a hint only.
 */
export type Connection = {
  online: boolean
  /** While out of reach: when the server last answered. */
  since: number
  /** The server is being asked whether it is there. */
  checking: boolean
}

const firstPingMs = 30_000
const longestPingMs = 300_000
/** A ping that a bad network swallows must not stand in the way of the next one. */
const pingLimitMs = 10_000
/** A ping beside a call without an answer is a few hundred bytes: a slow link carries it in this time. */
const besideLimitMs = 6_000

/** Kept on this device, so that the banner still knows it after a reload without a network. */
const reachedKey = 'alajo.reached'
const lastReached = () => Number(localStorage.getItem(reachedKey)) || Date.now()

const state = createStore<Connection>({ online: true, since: Date.now(), checking: false })
let answeredAt = 0
/** A call was lost, a ping was answered, and no other call since: the next one that is lost counts. */
let doubted = false
let waitMs = firstPingMs
let timer: ReturnType<typeof setTimeout> | undefined

const set = (change: Partial<Connection>) => state.set({ ...state.get(), ...change })

export const connection = state.get
export const onConnectionChange = state.subscribe

/** The server has said that it is there: to those who were offline, or after a single call was lost. */
export function onReconnect(listener: (wasOffline: boolean) => void): () => void {
  let now = connection()
  return onConnectionChange(() => {
    const before = now
    now = connection()
    if (now.online && !before.online) listener(true)
    else if (now.online && before.checking && !now.checking) listener(false)
  })
}

/** A call was answered by the server, whatever it said. */
export function reached() {
  doubted = false
  answered()
}

function answered() {
  clearTimeout(timer)
  waitMs = firstPingMs
  answeredAt = Date.now()
  localStorage.setItem(reachedKey, String(answeredAt))
  const { online, checking } = state.get()
  if (!online) set({ online: true, since: answeredAt, checking: false })
  else if (checking) set({ checking: false })
}

/**
 * A call got no answer. It alone may have been lost: the server is asked before anybody is told that it can't be reached,
 * but not again for a call that was sent after such an answer.
 */
export function notReached(sentAt: number) {
  const { online, checking } = state.get()
  if (!online || (doubted && sentAt >= answeredAt)) return lost()
  if (checking) return
  doubted = true
  void tryNow()
}

function lost() {
  set({ online: false, checking: false, ...(state.get().online && { since: lastReached() }) })
  schedulePing()
}

function schedulePing() {
  clearTimeout(timer)
  timer = setTimeout(() => {
    // Nobody is looking: the next look asks.
    if (document.visibilityState === 'visible') void tryNow()
  }, waitMs)
  waitMs = Math.min(waitMs * 1.5, longestPingMs)
}

/** Asks the server at once. A captive portal answers in HTML: that counts as no server. */
export async function tryNow() {
  const sentAt = Date.now()
  set({ checking: true })
  if (await ping(pingLimitMs)) answered()
  else if (state.get().online && sentAt < answeredAt) set({ checking: false })
  else lost()
}

const ping = (limitMs: number): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(limitMs) })
    .then(async (reply) => reply.ok && (await reply.json()).ok === true)
    .catch(() => false)

let asking: Promise<boolean> | undefined

/**
 * Whether the server answers at all, asked beside calls that wait for their answer; one question for all of them.
 * Where it does not, the portal is offline from now on.
 */
export function answersBeside(): Promise<boolean> {
  const sentAt = Date.now()
  asking ??= ping(besideLimitMs)
    .then((isThere) => {
      if (isThere) answered()
      else if (answeredAt <= sentAt) lost()
      return isThere || answeredAt > sentAt
    })
    .finally(() => {
      asking = undefined
    })
  return asking
}

export function watchConnection() {
  const ask = () => void tryNow()
  const askWhenOffline = () => {
    if (!state.get().online && document.visibilityState === 'visible') ask()
  }
  if (!navigator.onLine) ask()
  window.addEventListener('online', ask)
  window.addEventListener('offline', ask)
  document.addEventListener('visibilitychange', askWhenOffline)
}
