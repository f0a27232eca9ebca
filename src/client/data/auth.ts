import { createStore } from '../store'

/** Who is signed in on this device, as the spec keeps it: in browser storage (docs/security.md says what holds it). */
export type Auth = {
  userId: number
  accessToken: string
  role: string | null
  email: string
  mustChangePassword: boolean
}

const authKey = 'alajo.auth'
const roleKey = 'alajo.role'
export const factsKey = 'alajo.facts'

const auth = createStore(readStored())

function readStored(): Auth | null {
  const text = typeof localStorage === 'undefined' ? null : localStorage.getItem(authKey)
  if (!text) return null
  try {
    const stored = JSON.parse(text) as Auth
    return stored.accessToken && stored.userId ? stored : null
  } catch {
    return null
  }
}

/** Between the steps of sign-in, in memory only: the password that step one accepted opens the vault (vault.ts). */
export const stepOne = createStore<{ userId: number; password: string } | undefined>(undefined)

export const currentAuth = auth.get
export const onAuthChange = auth.subscribe

export function storeAuth(next: Auth) {
  localStorage.setItem(authKey, JSON.stringify(next))
  storeRole(next.role)
  auth.set(next)
}

/** Step one already gives the role (spec 1, point 4). */
export function storeRole(role: string | null) {
  localStorage.setItem(roleKey, role ?? '')
}

/** Forgets who was signed in, with role and permissions. */
export function clearAuth() {
  for (const key of [authKey, roleKey, factsKey]) localStorage.removeItem(key)
  auth.set(null)
}

/** Another tab signed in or out: this one follows. */
if (typeof window !== 'undefined')
  window.addEventListener('storage', (event) => {
    if (event.key !== authKey && event.key !== null) return
    auth.set(readStored())
  })

/** The one-time password is gone: the rest of the app opens. */
export function passwordChanged() {
  const current = auth.get()
  if (current) storeAuth({ ...current, mustChangePassword: false })
}
