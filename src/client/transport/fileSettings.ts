import { createStore } from '#device/store'

const key = 'alajo.files.firstLines'

const firstLines = createStore(typeof localStorage !== 'undefined' && localStorage.getItem(key) === 'on')

/** Whether files begin with lines that say what they are. Of this device, for whoever uses it; off until chosen. */
export const withFirstLines = firstLines.get
export const onFileSettings = firstLines.subscribe

export function chooseFirstLines(on: boolean) {
  if (on) localStorage.setItem(key, 'on')
  else localStorage.removeItem(key)
  firstLines.set(on)
}
