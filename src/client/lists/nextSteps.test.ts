import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Route } from '#routing/route'
import { type RouteName, routes } from '#routing/routes'
import { nextSteps } from './nextSteps'

const files = readdirSync('src/client/screens', { recursive: true, withFileTypes: true })
  .filter((file) => file.isFile() && file.name.endsWith('.tsx'))
  .map((file) => readFileSync(`${file.parentPath}/${file.name}`, 'utf8'))
/** Lists that offer to make their first row. */
const ownSteps = files.filter((text) => text.includes('<FirstOne')).join()

const lists = (Object.entries(routes) as [RouteName, Route][]).flatMap(([name, { calls }]) => {
  const [list] = calls.filter((call) => call.kind === 'read' && call.csv !== undefined)
  return list ? [{ name, call: list.name.split('.')[1] ?? '' }] : []
})

it.each(lists)('the empty list of $name says where its rows come from', ({ name, call }) =>
  // The books show sums, and offer the journal as a file.
  expect(name === 'books' || ownSteps.includes(call) || nextSteps[name] !== undefined).toBe(true),
)
