import { currentAuth, hasHint } from './auth'
import { createStore } from './store'
import { changeDevice, type DeviceRecord, type SealedUser, type SealedUsers } from './device'
import { storedJson } from './storedJson'

export type { SealedUser }

const storageKey = 'alajo.sealed'
const none: SealedUsers = { asked: false, users: [], at: 0 }

const sealed = createStore(read())

function read(): SealedUsers {
  return storedJson<SealedUsers>(storageKey) ?? none
}

/** Writes to localStorage, for the first paint, and to IndexedDB, which survives a crash (device.ts). */
function write({ asked, users }: Omit<SealedUsers, 'at'>) {
  const next: SealedUsers = { asked: asked && users.length > 0, users, at: Date.now() }
  localStorage.setItem(storageKey, JSON.stringify(next))
  void changeDevice((records) => records.put({ id: 'door', ...next }))
}

/** At start: takes over the state of IndexedDB, unless localStorage is newer. */
export function adoptLockState(records: readonly DeviceRecord[]) {
  const stored = records.find((one) => one.id === 'door')
  if (!stored || stored.at <= (read().at ?? 0)) return
  const { id: _id, ...next } = stored
  localStorage.setItem(storageKey, JSON.stringify(next))
  refreshSealed()
}

const others = (userId: number) => read().users.filter((one) => one.userId !== userId)

export const sealedUsers = sealed.get
export const onSealedChange = sealed.subscribe
let isLockSeen = sealed.get().asked
/** Whether the lock screen was shown on this page. */
export const wasLocked = () => isLockSeen
/** Publishes what was last written. */
export const refreshSealed = () => {
  sealed.set(read())
  isLockSeen ||= sealed.get().asked
}

/** Shows the lock screen, or sign-in. */
export function setLockScreen(shown: boolean) {
  write({ ...read(), asked: shown })
  refreshSealed()
}

/** Records that an admin's data is sealed. The last one who left comes first; `lockScreen` shows the lock screen. */
export function rememberSealed({ userId, email }: SealedUser, { lockScreen }: { lockScreen: boolean }) {
  write({ asked: lockScreen, users: [{ userId, email }, ...others(userId)] })
  refreshSealed()
}

/** Removes an admin from the lock screen's list. The lock screen itself stays as it is until it is left. */
export const forgetSealed = (userId: number) => write({ ...read(), users: others(userId) })

/** Follows other tabs that lock or unlock. The lock screen stays until the session is restored (deviceAuth.ts). */
if (typeof window !== 'undefined')
  window.addEventListener('storage', () => {
    if (read().asked || !hasHint() || currentAuth()) refreshSealed()
  })
