import { useEffect } from 'react'

type Box = { left: number; top: number; right: number; bottom: number }

/** What a message must not cover: what can be pressed, and the foot of a list. */
const kept =
  'button, [role=button], input, select, textarea, label:has(input), .MuiButtonBase-root, nav[aria-label=Pages], .skip-toasts'
const gap = 8
const step = 12

/** Keeps the messages where they cover no button: they move when they are shown, and when what is under them does. */
export function usePlacedToasts() {
  useEffect(() => {
    let frame = 0
    const place = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(placeToasts)
    }
    const seen = new MutationObserver(place)
    seen.observe(document.body, { childList: true, subtree: true })
    addEventListener('resize', place)
    document.addEventListener('scroll', place, { capture: true, passive: true })
    return () => {
      cancelAnimationFrame(frame)
      seen.disconnect()
      removeEventListener('resize', place)
      document.removeEventListener('scroll', place, { capture: true })
    }
  }, [])
}

function placeToasts() {
  const place = document.querySelector<HTMLElement>('.toasts')
  const toasts = [...document.querySelectorAll('.toast')].map((one) => one.getBoundingClientRect())
  if (!place) return
  if (toasts.length === 0) {
    place.style.left = ''
    place.style.bottom = ''
    return
  }
  const around = boxAround(toasts)
  const blocks = [...document.querySelectorAll(kept)]
    .filter((one) => !place.contains(one) && one.checkVisibility())
    .map((one) => one.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0)
  const isInside = around.top >= 0 && around.right <= innerWidth
  if (isInside && !blocks.some((one) => overlaps(one, around))) return
  const [width, height] = [around.right - around.left, around.bottom - around.top]
  const free = placesFor(width, height).find((box) => !blocks.some((one) => overlaps(one, box)))
  if (!free) {
    // Nowhere is free: over a button rather than out of the window.
    if (!isInside) place.style.left = place.style.bottom = ''
    return
  }
  place.style.left = `${free.left}px`
  place.style.bottom = `${innerHeight - free.bottom}px`
}

/** From the lower left, beside the menu, upwards; then at the right, and in the middle. */
function placesFor(width: number, height: number): Box[] {
  const menu =
    Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--menu-width')) || 0
  const most = innerWidth - width - gap
  const columns = [menu + 2 * gap, most - gap, (menu + most) / 2].filter((left) => left >= 0 && left <= most)
  return columns.flatMap((left) =>
    Array.from({ length: Math.max(0, Math.floor((innerHeight - height - gap) / step)) }, (_, at) => {
      const bottom = innerHeight - gap - at * step
      return { left, right: left + width, top: bottom - height, bottom }
    }),
  )
}

const overlaps = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

const boxAround = (all: readonly Box[]): Box => ({
  left: Math.min(...all.map(({ left }) => left)),
  top: Math.min(...all.map(({ top }) => top)),
  right: Math.max(...all.map(({ right }) => right)),
  bottom: Math.max(...all.map(({ bottom }) => bottom)),
})
