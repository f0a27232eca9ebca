import { expect, it } from 'vitest'
import { waitingKinds } from '#contract/calls/waiting'
import { deskGroups } from './kinds'

it('every kind of decision is in one group of the queue', () => {
  const all = deskGroups.flatMap(({ kinds }) => kinds)
  expect(all.toSorted()).toEqual(waitingKinds.toSorted())
})
