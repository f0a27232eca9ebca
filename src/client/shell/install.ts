import { createStore } from '#device/store'

type InstallPrompt = Event & { prompt: () => Promise<unknown> }

const installPrompt = createStore<InstallPrompt | undefined>(undefined)

/** Keeps the browser's install prompt for the menu. */
window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  installPrompt.set(event as InstallPrompt)
})
window.addEventListener('appinstalled', () => installPrompt.set(undefined))

export const canInstall = () => installPrompt.get() !== undefined
export const onInstallable = installPrompt.subscribe
export const install = () => {
  void installPrompt.get()?.prompt()
  installPrompt.set(undefined)
}
