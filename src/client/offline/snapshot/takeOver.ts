import { isDisabled, dataAttributes } from '#device/snapshotAttributes'

/**
 * The app takes the place of the snapshot: same scroll, same focus, and what was typed and pressed meanwhile is done. Returns
 * whether each press found its control, ready for it.
 */
export function takeOver(painted: HTMLElement, root: HTMLElement): boolean {
  const counterparts = scrolledIn(painted).map((one) => [one, counterpartOf(one, painted, root)] as const)
  const positions = counterparts.map(([{ scrollTop, scrollLeft }, to]) => ({ scrollTop, scrollLeft, to }))
  const focused = focusedIn(painted)
  const focus = focused && counterpartOf(focused, painted, root)
  const typed = [...painted.querySelectorAll<HTMLInputElement>('input, textarea')]
    .filter(({ value, defaultValue }) => value !== defaultValue)
    .map((from) => ({ from, to: counterpartOf(from, painted, root) }))
  const pressed = pressedControls(painted, root)
  painted.remove()

  for (const { to, scrollTop, scrollLeft } of positions) to?.scrollTo(scrollLeft, scrollTop)
  const first = focus ?? root.querySelector('#content h1')
  if (first instanceof HTMLElement) first.focus({ preventScroll: true })
  for (const { from, to } of typed) if (to instanceof HTMLElement) enter(from, to)
  for (const control of pressed) if (control instanceof HTMLElement) press(control)
  return pressed.every((control) => control !== undefined) && typed.every(({ to }) => to !== undefined)
}

/** Whether the app must render more rows first: those of the window, or one below that was scrolled to, focused or pressed. */
export function needsMoreRows(painted: HTMLElement, root: HTMLElement): boolean {
  const unfinished = root.querySelector('#content [aria-busy=true]')
  if (!unfinished) return false
  if (unfinished.getBoundingClientRect().bottom < innerHeight) return true
  if (painted.querySelector(`[${dataAttributes.rest}]`)) return false
  const focused = focusedIn(painted)
  const lacksFocus = focused !== null && counterpartOf(focused, painted, root) === undefined
  return lacksFocus || scrolledIn(painted).length > 0 || !arePressesReady(painted, root)
}

const scrolledIn = (painted: HTMLElement) =>
  [...painted.querySelectorAll('*')].filter((one) => one.scrollTop + one.scrollLeft > 0)

const focusedIn = (painted: HTMLElement) =>
  painted.contains(document.activeElement) ? document.activeElement : null

/** Whether each press has its control in the app by now, ready for it. */
export const arePressesReady = (painted: HTMLElement, root: HTMLElement) =>
  pressedControls(painted, root).every((control) => control !== undefined)

/** The controls of the app that were pressed in the snapshot, in that order; undefined for one that is not there or not ready. */
const pressedControls = (painted: HTMLElement, root: HTMLElement) =>
  [...painted.querySelectorAll(`[${dataAttributes.pressed}]`)]
    .toSorted((one, other) => numberOf(one) - numberOf(other))
    .map((one) => (isAmbiguous(one, painted, root) ? undefined : counterpartOf(one, painted, root)))
    .map((control) => (control && isDisabled(control) ? undefined : control))

const numberOf = (one: Element) => Number(one.getAttribute(dataAttributes.pressed))

/** A control that only takes input gets the focus; any other is pressed. */
function press(control: HTMLElement) {
  if (control.matches('[aria-haspopup=listbox]'))
    control.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }))
  else control.click()
}

/** Through the setter of the element's own class: React sees the change. */
function enter(from: HTMLInputElement, to: HTMLElement) {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(to), 'value')?.set?.call(to, from.value)
  to.dispatchEvent(new Event('input', { bubbles: true }))
  if (from.selectionStart !== null)
    (to as HTMLInputElement).setSelectionRange(from.selectionStart, from.selectionEnd)
}

/** The element of the app that stands for one of the snapshot: the same kind and name, in a row with the same text. */
function counterpartOf(one: Element, painted: Element, root: Element): Element | undefined {
  return alikeIn(root, one)[alikeIn(painted, one).indexOf(one)]
}

/** Compares names first: a hundred rows have hundreds of buttons, and the text of a row is long. */
function alikeIn(within: Element, one: Element): Element[] {
  const name = nameOf(one)
  const row = textOf(rowOf(one))
  return [...within.querySelectorAll(one.tagName)].filter(
    (other) => nameOf(other) === name && textOf(rowOf(other)) === row,
  )
}

/** Rows with the same text can't be distinguished: a press must not reach another customer. */
const isAmbiguous = (one: Element, painted: Element, root: Element) =>
  rowOf(one) !== null && (alikeIn(painted, one).length > 1 || alikeIn(root, one).length > 1)

const rowOf = (one: Element) => one.closest('tr, li')

const textOf = (one: Element | null) => one?.textContent ?? ''

/** What is only laid out, such as what scrolls, has no name: its classes, and its place among its like, count. */
function nameOf(one: Element): string {
  const label = one.getAttribute('aria-label') ?? one.getAttribute('name')
  const text = label || (one.matches('a, button, [role], tr, th') && one.textContent)
  return text ? `name ${text}` : `classes ${String(one.classList)}`
}
