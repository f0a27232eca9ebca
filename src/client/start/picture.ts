import { stateIn } from '#routing/linkedState'
import { openAtStart } from '#offline/picture/openAtStart'
import { paint } from '#offline/picture/paint'
import { placeOf, releaseOf } from '#offline/picture/sealedPicture'

/** The app waits this long for a picture at most; a later one is painted if the app is not there yet. */
const limitMs = 250

/**
 * Runs before the app, as a file of its own: paints the picture of the screen, if there is one, then starts the app. The app does
 * not need it (docs/change/reference.md, "Two pages").
 */
async function paintPicture(release: string, root: HTMLElement) {
  const { pathname, search, hash } = location
  const state = hash ? stateIn(hash) : (history.state as { usr?: unknown } | null)?.usr
  const picture = await openAtStart(placeOf(pathname + search, state), release)
  if (!picture || root.childElementCount > 0) return
  await paint(picture, root)
}

const release = releaseOf(document)
const root = document.getElementById('root')
if (release && root) {
  // Storage that fails, or is off, has no picture.
  const painting = paintPicture(release, root).catch(() => undefined)
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
