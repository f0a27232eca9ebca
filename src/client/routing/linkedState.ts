/** Texts of navigation state that a link may have: references and days. Names of people are never in an address. */
const linkedTexts = [
  'kind',
  'loan_reference',
  'savings_reference',
  'movement_reference',
  'day',
  'month',
  'run_name',
]

/** The ids of a screen as the fragment of its address. Browsers send no fragment to a server. */
export function fragmentOf(state: unknown): string {
  const linked = Object.entries((state ?? {}) as Record<string, unknown>).filter(
    ([field, value]) => typeof value === 'number' || (linkedTexts.includes(field) && value !== undefined),
  )
  const text = new URLSearchParams(linked.map(([field, value]) => [field, String(value)])).toString()
  return text && `#${text}`
}

/** The ids in a fragment. The guard checks them by the route's schema, as any navigation state. */
export const stateIn = (fragment: string): Record<string, string | number> =>
  Object.fromEntries(
    [...new URLSearchParams(fragment.slice(1))].map(([field, value]) => [
      field,
      linkedTexts.includes(field) ? value : Number(value),
    ]),
  )

/**
 * Moves the ids of an opened link into navigation state, before the router reads either. An address with the ids of its state is
 * a reload or Back, whose state has more.
 */
export function adoptFragment() {
  const { hash, pathname, search } = location
  const { usr } = (history.state ?? {}) as { usr?: unknown }
  if (hash === '' || (usr && fragmentOf(usr) === hash)) return
  history.replaceState({ usr: stateIn(hash), key: 'linked' }, '', pathname + search)
}

/** Writes the ids of the open screen into its address, so that it can be copied. */
export function showFragment(state: unknown) {
  const { hash, pathname, search } = location
  const wanted = fragmentOf(state)
  if (hash !== wanted) history.replaceState(history.state, '', pathname + search + wanted)
}
