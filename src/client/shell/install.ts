import { createStore } from '#device/store'

type InstallPrompt = Event & { prompt: () => Promise<unknown> }

const offered = createStore<InstallPrompt | undefined>(undefined)

/** The browser's own offer is kept for the Install entry of the menu. */
window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  offered.set(event as InstallPrompt)
})
window.addEventListener('appinstalled', () => offered.set(undefined))

export const canInstall = () => offered.get() !== undefined
export const onInstallable = offered.subscribe
export const install = () => {
  void offered.get()?.prompt()
  offered.set(undefined)
}
