import { createStore } from '../store'
import { storedJson } from './auth'

/** Whose saved pages lie sealed on this device. An admin's own e-mail is all that is told of them. */
export type SealedUser = { userId: number; email: string }

/** `asked`: the door asks for the password of the first one; else it offers sign-in, and them beside it. */
type Sealed = { asked: boolean; users: readonly SealedUser[] }

const storageKey = 'alajo.sealed'
const none: Sealed = { asked: false, users: [] }

const sealed = createStore(read())

function read(): Sealed {
  return storedJson<Sealed>(storageKey) ?? none
}

function write(wanted: Sealed) {
  if (wanted.users.length > 0) localStorage.setItem(storageKey, JSON.stringify(wanted))
  else localStorage.removeItem(storageKey)
}

const others = (userId: number) => read().users.filter((one) => one.userId !== userId)

export const sealedHere = sealed.get
export const onSealedChange = sealed.subscribe
/** The door follows what was written. */
export const showSealed = () => sealed.set(read())

/** Their password, or sign-in, is what the door asks for from now on. */
export function askAtDoor(asked: boolean) {
  write({ ...read(), asked })
  showSealed()
}

/** The last one who left is offered first. */
export function rememberSealed({ userId, email }: SealedUser, { asked }: { asked: boolean }) {
  write({ asked, users: [{ userId, email }, ...others(userId)] })
  showSealed()
}

/** Nothing of theirs is left. The door that says so stays until it is left. */
export const forgetSealed = (userId: number) => write({ ...read(), users: others(userId) })

/** Another tab locked, or opened what was locked. */
if (typeof window !== 'undefined') window.addEventListener('storage', showSealed)
