/// <reference lib="webworker" />
import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

declare const self: ServiceWorkerGlobalScope

/** Caches the app, never API replies (docs/use/offline.md). */
precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()
/** Controls the page from the first visit on, so that screens not opened yet work offline too. */
clientsClaim()

/** Sign-in has its own prerendered page; every other address gets the app's page. */
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), { allowlist: [/^\/$/, /^\/login\/?$/] }),
)
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/app.html'), {
    denylist: [/^\/api\//, /^\/healthz$/, /^\/readyz$/],
  }),
)

/** A new version waits until the admin applies it, or until the next start. */
self.addEventListener('message', (event) => {
  if ((event.data as { type?: string } | null)?.type === 'SKIP_WAITING') void self.skipWaiting()
})
