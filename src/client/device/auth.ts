import type { ReplyOf } from '#contract/call'
import type { sessionCalls } from '#contract/calls/session'
import { createStore } from './store'
import { storedJson } from './storedJson'

export type OwnRights = ReplyOf<typeof sessionCalls.getSingleAdminPermission>

/** Who is signed in on this device, as the spec keeps it: in browser storage (docs/security.md says what holds it). */
export type Auth = {
  userId: number
  /** Empty where saved data was unlocked and there is no session to go on with. */
  accessToken: string
  role: string | null
  email: string
  mustChangePassword: boolean
  signedInAt?: number
  /** The own permission list as the server last gave it, and when: the shell paints with it, without a network too. */
  rights?: { reply: OwnRights; at: number } | undefined
}

/**
 * That somebody is signed in, for the first paint. The session itself lies in IndexedDB (deviceAuth.ts); where it can't,
 * here, its token masked, as earlier releases had it.
 */
export type Hint = { userId: number; at: number } | Auth

export const hintKey = 'alajo.auth'

/** Between the message that the session has expired and step one (rules.md, "Session"). */
export const expiryDelayMs = 1000

const auth = createStore<Auth | null>(null)

export const currentAuth = auth.get
export const onAuthChange = auth.subscribe
/** For deviceAuth.ts, which keeps it. */
export const setAuth = auth.set

/** What was left open, for the lock to seal before anything of it is shown. */
export const idleSession = createStore<Auth | null>(null)

export const storedHint = () => {
  const hint = storedJson<Hint>(hintKey)
  return hint?.userId ? hint : undefined
}

/** Whether the device must be asked who is signed in before anything is shown. */
export const hasHint = () => storedHint() !== undefined

/** Between the steps of sign-in, in memory only: the password that step one accepted opens the vault (vault.ts). */
export const acceptedCredentials = createStore<{ userId: number; password: string } | undefined>(undefined)
