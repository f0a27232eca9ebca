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

/**
 * The ids of a screen as the fragment of its link, for a new tab or a copy. Browsers send no fragment to a server. Without the
 * names of people, which the browser's history would keep.
 */
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

/** Moves the ids of an opened link into navigation state, so that the address is clean. Before the router reads either. */
export function adoptFragment() {
  const { hash, pathname, search } = location
  if (hash === '') return
  history.replaceState({ usr: stateIn(hash), key: 'linked' }, '', pathname + search)
}
