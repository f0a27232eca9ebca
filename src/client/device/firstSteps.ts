import { createStore } from './store'

/** The checklist of the dashboard is hidden on this device for the admin with this id. */
const keyOf = (userId: number) => `alajo.firstSteps.${userId}`

/** Counts changes, because each admin has a key. */
const changes = createStore(0)
export const onFirstSteps = changes.subscribe

export const showsFirstSteps = (userId: number) => localStorage.getItem(keyOf(userId)) !== 'hidden'

export function showFirstSteps(userId: number, shown: boolean) {
  if (shown) localStorage.removeItem(keyOf(userId))
  else localStorage.setItem(keyOf(userId), 'hidden')
  changes.set(changes.get() + 1)
}
