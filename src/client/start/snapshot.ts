import { stateIn } from '#routing/linkedState'
import { openAtStart } from '#offline/snapshot/openAtStart'
import { paint } from '#offline/snapshot/paint'
import { placeOf, releaseOf } from '#offline/snapshot/sealedSnapshot'

/** The app waits this long for a snapshot at most; a later one is painted if the app is not there yet. */
const limitMs = 250

/**
 * Runs before the app, as a file of its own: paints the snapshot of the screen, if there is one, then starts the app. The app does
 * not need it (docs/change/reference.md, "Two pages").
 */
async function paintSnapshot(release: string, root: HTMLElement) {
  const { pathname, search, hash } = location
  const state = hash ? stateIn(hash) : (history.state as { usr?: unknown } | null)?.usr
  const snapshot = await openAtStart(placeOf(pathname + search, state), release)
  if (!snapshot || root.childElementCount > 0) return
  await paint(snapshot, root)
}

const release = releaseOf(document)
const root = document.getElementById('root')
if (release && root) {
  // Storage that fails, or is off, has no snapshot.
  const painting = paintSnapshot(release, root).catch(() => undefined)
  const limit = new Promise((done) => setTimeout(done, limitMs))
  void Promise.race([painting, limit]).then(() => {
    // All at once: each would be discovered by the one before it.
    for (const file of document.querySelectorAll<HTMLLinkElement>('link[rel=app]')) file.rel = 'modulepreload'
    const app = document.createElement('script')
    Object.assign(app, { type: 'module', crossOrigin: '', src: release })
    // An element: if the page is left while it loads, import() would be rejected with nobody to handle it.
    document.head.append(app)
  })
}
