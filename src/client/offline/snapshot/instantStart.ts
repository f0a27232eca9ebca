import { createStore } from '#device/store'

const key = 'alajo.instant'
const changes = createStore(0)

/** Whether snapshots of screens are kept and painted. A setting of the device, on by default. */
export const startsInstantly = () => localStorage.getItem(key) !== 'off'
export const onInstantStart = changes.subscribe

export function chooseInstantStart(on: boolean) {
  if (on) localStorage.removeItem(key)
  else localStorage.setItem(key, 'off')
  changes.set(changes.get() + 1)
}
