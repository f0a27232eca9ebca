import { expect, it } from 'vitest'
import * as v from 'valibot'
import type { Named, Read } from '#contract/call'
import { allCalls } from '#contract/index'
import { inputOf, listInputs } from '../../load/inputs'

it('the benchmark covers every paged list with valid inputs', () => {
  const lists = allCalls.filter(
    (call): call is Named<Read> => call.kind === 'read' && 'page' in call.input.entries,
  )
  const named = Object.entries(listInputs).flatMap(([group, calls]) =>
    Object.keys(calls).map((name) => `${group}.${name}`),
  )
  expect(named.toSorted()).toEqual(lists.map(({ name }) => name).toSorted())
  for (const call of lists)
    for (const about of Object.values(inputOf(call).about ?? { all: {} })) {
      const body = { ...about, page: 1, sort: call.sortable?.[0], order: 'asc' }
      expect(v.safeParse(call.input, body).issues, call.name).toBeUndefined()
    }
})
