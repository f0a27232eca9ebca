/** Stored on this device, so that the banner can show the time after an offline reload. */
const key = 'alajo.reached'

/** When the server last replied. */
export const lastReached = () => Number(localStorage.getItem(key)) || Date.now()

export const storeReached = (at: number) => localStorage.setItem(key, String(at))

/** Whether the browser knows that there is no network. That there is one tells nothing about the server. */
export const isWithoutNetwork = () => globalThis.navigator?.onLine === false
