import { routes, shellCalls } from './routes'
import type { Route } from './route'

const all: Route[] = Object.values(routes)

/** The title of the screen that shows a call's rows: the one whose first call it is, or the first that reads it. */
export function screenOf(call: string): string {
  const isFirst = ({ calls: [first] }: Route) => first?.name === call
  const inMenu = all.find((one) => one.menu && isFirst(one))
  // The shell's other calls belong to no screen.
  if (!inMenu && shellCalls.some(({ name }) => name === call)) return 'Menu'
  const route =
    inMenu ?? all.find(isFirst) ?? all.find(({ calls }) => calls.some(({ name }) => name === call))
  return route?.title ?? call
}
