import type { Location } from 'react-router-dom'
import { fragmentOf, stateIn } from './linkedState'
import { routeAt } from './routes'

/** Of this tab alone. */
const key = 'alajo.opens'

/** Remembers the screen whose address was opened without a session. */
export const keepPlace = ({ pathname, search, state }: Location) =>
  sessionStorage.setItem(key, JSON.stringify({ path: pathname + search, fragment: fragmentOf(state) }))

/** That screen, once. */
export function takePlace(): { path: string; state: unknown } | undefined {
  const stored = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  if (!stored) return undefined
  const { path, fragment } = JSON.parse(stored) as { path: string; fragment: string }
  const route = routeAt(path.split('?')[0] ?? '')?.[1]
  return route && { path, state: fragment === '' ? null : stateIn(fragment) }
}
