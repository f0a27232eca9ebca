import { routes, shellCalls } from './routes'
import type { Route } from './route'

const all: Route[] = Object.values(routes)

/** The title of the screen that shows a call's rows: the one whose first call it is, or the first that reads it. */
export function screenOf(call: string): string {
  // The shell's calls belong to no screen.
  if (shellCalls.some(({ name }) => name === call)) return 'Menu'
  const isFirst = ({ calls: [first] }: Route) => first?.name === call
  const route =
    all.find((one) => one.menu && isFirst(one)) ??
    all.find(isFirst) ??
    all.find(({ calls }) => calls.some(({ name }) => name === call))
  return route?.title ?? call
}
