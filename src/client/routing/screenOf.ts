import { routes, shellCalls } from './routes'
import type { Route } from './route'

const all: Route[] = Object.values(routes)

/** The screen that a call's rows stand on: the one that is there for them, or the first that reads them at all. */
export function screenOf(call: string): string {
  // Asked for with every screen, as what may be opened hangs on it.
  if (shellCalls.some(({ name }) => name === call)) return 'Menu'
  const isFirst = ({ calls: [first] }: Route) => first?.name === call
  const route =
    all.find((one) => one.menu && isFirst(one)) ??
    all.find(isFirst) ??
    all.find(({ calls }) => calls.some(({ name }) => name === call))
  return route?.title ?? call
}
