import { serverNow, serverTime } from '#device/clock'
import { ageText, clockText, hourMs, offlineText } from '#domain/time/ageText'
import { colorScheme, type Snapshot } from './sealedSnapshot'
import { isWithoutNetwork, lastReached } from '#device/network'
import { isDisabled, dataAttributes, snapshotId } from '#device/snapshotAttributes'

/**
 * Over the app, which is laid out under it unseen until it takes over. Its own layer: positioned parts of the app stay below.
 */
const layer = `
#${snapshotId}{position:absolute;inset:0 0 auto;z-index:1;cursor:progress}
#${snapshotId}~#root{visibility:hidden}
#${snapshotId} [${dataAttributes.pressed}]{outline:3px solid var(--mui-palette-primary-main);outline-offset:-3px}
@media print{#${snapshotId}{display:none}#${snapshotId}~#root{visibility:visible}}`

/** Puts a snapshot into the page, before the app, and waits for its frame. Its ages are those of now. */
export async function paint(snapshot: Snapshot, root: HTMLElement) {
  const page = document.documentElement
  page.dataset.theme = colorScheme()
  page.style.cssText = snapshot.pageStyle
  document.title = snapshot.title
  const painted = document.createElement('div')
  painted.id = snapshotId
  painted.ariaBusy = 'true'
  painted.innerHTML = snapshot.html
  const style = document.createElement('style')
  style.textContent = snapshot.css + layer
  painted.prepend(style)
  const now = serverNow().getTime()
  showAges(painted, now)
  if (isWithoutNetwork()) showBanner(painted, now)
  keepPresses(painted)
  showRestInTime(painted, snapshot.rest)
  root.before(painted)
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
}

/** Before anything can come into view that is not there. */
function showRestInTime(painted: HTMLElement, rest: readonly string[]) {
  const shown = new AbortController()
  const show = () => {
    shown.abort()
    for (const place of painted.querySelectorAll(`[${dataAttributes.rest}]`))
      place.outerHTML = rest[Number(place.getAttribute(dataAttributes.rest))] ?? ''
  }
  for (const event of ['wheel', 'touchstart', 'pointerdown', 'keydown', 'scroll'])
    addEventListener(event, show, { capture: true, passive: true, signal: shown.signal })
}

/** As the app shows it from its start. */
function showBanner(painted: HTMLElement, now: number) {
  const banner = painted.querySelector<HTMLElement>(`[${dataAttributes.offline}]`)
  const words = banner?.firstElementChild
  if (!banner || !words) return
  banner.hidden = false
  words.textContent = offlineText(serverTime(lastReached()), now)
}

function showAges(painted: HTMLElement, now: number) {
  for (const one of painted.querySelectorAll<HTMLElement>(`[${dataAttributes.savedAt}]`)) {
    const savedAt = Number(one.getAttribute(dataAttributes.savedAt))
    const isShort = one.classList.contains('card-age')
    const words = one.querySelector('.MuiChip-label') ?? one
    words.textContent = isShort ? clockText(savedAt, now) : ageText(savedAt, now)
    const age = now - savedAt
    if (age < hourMs) continue
    const color = `var(--mui-palette-${age < 24 * hourMs ? 'warning' : 'error'}-main)`
    one.style.color = color
    one.style.borderColor = color
  }
}

/**
 * A press on a control that is not there yet is marked, and made when the app takes over (takeOver.ts). Inert controls get no
 * events: their place decides.
 */
function keepPresses(painted: HTMLElement) {
  let count = 0
  const keep = (control: Element | null | undefined) => {
    if (control && !isDisabled(control)) control.setAttribute(dataAttributes.pressed, String(++count))
  }
  painted.addEventListener('click', (event) => {
    const target = event.target as Element
    if (target.closest('a[href], input, textarea')) return
    const { clientX: x, clientY: y } = event
    const inert = [...painted.querySelectorAll('[inert]')].findLast((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect()
      return left <= x && x < right && top <= y && y < bottom
    })
    keep(inert ?? target.closest(`[${dataAttributes.row}]`))
  })
  painted.addEventListener('submit', (event) => {
    event.preventDefault()
    keep((event.target as Element).querySelector('[type=submit]'))
  })
}
