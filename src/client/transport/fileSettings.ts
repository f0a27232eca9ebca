import { createStore } from '#device/store'

const key = 'alajo.files.firstLines'

const firstLines = createStore(typeof localStorage !== 'undefined' && localStorage.getItem(key) === 'on')

/** Whether files start with description lines. A setting of the device, off by default. */
export const withFirstLines = firstLines.get
export const onFileSettings = firstLines.subscribe

export function chooseFirstLines(on: boolean) {
  if (on) localStorage.setItem(key, 'on')
  else localStorage.removeItem(key)
  firstLines.set(on)
}
