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

/** In localStorage, for the door's first paint, and in IndexedDB, which survives a browser that dies (device.ts). */
function write({ asked, users }: Omit<SealedUsers, 'at'>) {
  const wanted: SealedUsers = { asked: asked && users.length > 0, users, at: Date.now() }
  localStorage.setItem(storageKey, JSON.stringify(wanted))
  void changeDevice((records) => records.put({ id: 'door', ...wanted }))
}

/** At a start: what IndexedDB says, unless localStorage is newer. */
export function adoptLockState(records: readonly DeviceRecord[]) {
  const door = records.find((one) => one.id === 'door')
  if (!door || door.at <= (read().at ?? 0)) return
  const { id: _id, ...wanted } = door
  localStorage.setItem(storageKey, JSON.stringify(wanted))
  refreshSealed()
}

const others = (userId: number) => read().users.filter((one) => one.userId !== userId)

export const sealedUsers = sealed.get
export const onSealedChange = sealed.subscribe
/** The door follows what was written. */
export const refreshSealed = () => sealed.set(read())

/** Their password, or sign-in, is what the door asks for from now on. */
export function setLockScreen(asked: boolean) {
  write({ ...read(), asked })
  refreshSealed()
}

/** The last one who left is offered first. */
export function rememberSealed({ userId, email }: SealedUser, { asked }: { asked: boolean }) {
  write({ asked, users: [{ userId, email }, ...others(userId)] })
  refreshSealed()
}

/** Nothing of theirs is left. The door that says so stays until it is left. */
export const forgetSealed = (userId: number) => write({ ...read(), users: others(userId) })

/** Another tab locked, or opened what was locked. */
if (typeof window !== 'undefined') window.addEventListener('storage', refreshSealed)
