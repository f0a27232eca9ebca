import { createStore } from '#device/store'

const key = 'alajo.instant'

/** Whether pictures of screens are kept and painted. A setting of the device, on by default. */
export const isInstant = () => localStorage.getItem(key) !== 'off'

const instant = createStore(typeof localStorage !== 'undefined' && isInstant())
export const startsInstantly = instant.get
export const onInstantStart = instant.subscribe

export function chooseInstantStart(on: boolean) {
  if (on) localStorage.removeItem(key)
  else localStorage.setItem(key, 'off')
  instant.set(on)
}
