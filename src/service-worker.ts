/// <reference lib="webworker" />
import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

declare const self: ServiceWorkerGlobalScope

/** The app is cached, an API reply never (docs/offline.md). */
precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()
/** From the first visit on: a screen that was not opened yet must not need the network either. */
clientsClaim()

/** Sign-in has a page of its own, prerendered; every other address gets the page that holds the app. */
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), { allowlist: [/^\/$/, /^\/login\/?$/] }),
)
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/app.html'), {
    denylist: [/^\/api\//, /^\/healthz$/, /^\/readyz$/],
  }),
)

/** A new version waits until the user, or the next start, lets it in. */
self.addEventListener('message', (event) => {
  if ((event.data as { type?: string } | null)?.type === 'SKIP_WAITING') void self.skipWaiting()
})
