import type { ReplyOf } from '#contract/call'
import type { sessionCalls } from '#contract/calls/session'
import { createStore } from './store'
import { storedJson } from './storedJson'

export type OwnRights = ReplyOf<typeof sessionCalls.getSingleAdminPermission>

/** Who is signed in on this device. It is kept in browser storage (docs/run/security.md, "The device"). */
export type Auth = {
  userId: number
  /** Empty after saved data was unlocked without a valid session. */
  accessToken: string
  role: string | null
  email: string
  mustChangePassword: boolean
  signedInAt?: number
  /** The name of the business, which prints and files begin with. */
  business?: string | undefined
  /** The own permissions as last received, and when: the shell renders with them before the server replies, or offline. */
  rights?: { reply: OwnRights; at: number } | undefined
}

/**
 * Tells the first paint that an admin is signed in. The session itself is in IndexedDB (deviceAuth.ts). Where IndexedDB is
 * missing or slow, it is here, encrypted (`iv` and `sealed` in base64); without WebCrypto, with its token masked.
 */
export type Hint = { userId: number; at: number; iv?: string; sealed?: string } | Auth

export const hintKey = 'alajo.auth'
/** What names nobody and is kept readable while the session is open (auth/catalogue.ts). */
export const catalogueKey = 'alajo.catalogue'

/** How long the message that the session has expired is shown before step one (rules.md, "Session"). */
export const expiryDelayMs = 1000

const auth = createStore<Auth | null>(null)

export const currentAuth = auth.get
export const onAuthChange = auth.subscribe
/** For deviceAuth.ts, which also stores it. */
export const setAuth = auth.set

/** A session that was left open past the idle limit. It is sealed before anything is shown. */
export const idleSession = createStore<Auth | null>(null)

export const storedHint = () => {
  const hint = storedJson<Hint>(hintKey)
  return hint?.userId ? hint : undefined
}

/** Whether IndexedDB must be read before anything is shown. */
export const hasHint = () => storedHint() !== undefined

/** Between the steps of sign-in, in memory only: the password that step one accepted. It opens the vault (vault.ts). */
export const acceptedCredentials = createStore<{ userId: number; password: string } | undefined>(undefined)
