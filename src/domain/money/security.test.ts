import { expect, it } from 'vitest'
import type { BasisPoints } from '#contract/values'
import { kobo } from './kobo'
import { freeBalance, securityFault, securityOf, setOff } from './security'

it.each([
  [10_000_000, 2000, 2_000_000],
  [10_000_000, 0, 0],
  [10_000_000, 10_000, 10_000_000],
  // Half a kobo up.
  [25, 1000, 3],
])('the security of %d kobo at %d hundredths of a percent is %d', (amount, rate, security) => {
  expect(securityOf(kobo(amount), rate as BasisPoints)).toBe(security)
})

it.each([
  [2_000_000, 0, 2_000_000],
  [2_000_000, 500_000, 1_500_000],
  [2_000_000, 2_000_000, 0],
  [1_000_000, 2_000_000, 0],
])('of a balance of %d kobo with %d held, %d can leave', (balance, held, free) => {
  expect(freeBalance(kobo(balance), kobo(held))).toBe(free)
})

it.each([
  [2_000_000, undefined],
  [1_999_999, 'The security is ₦20,000.00; the wallet has ₦19,999.99 that is not held.'],
])('a wallet with %d kobo that are not held: %s', (free, fault) => {
  expect(securityFault(kobo(free), kobo(2_000_000))).toBe(fault)
})

it.each([
  [2_000_000, 1_500_000, { paid: 1_500_000, released: 500_000, owed: 0 }],
  [2_000_000, 2_000_000, { paid: 2_000_000, released: 0, owed: 0 }],
  [2_000_000, 3_000_000, { paid: 2_000_000, released: 0, owed: 1_000_000 }],
  [0, 3_000_000, { paid: 0, released: 0, owed: 3_000_000 }],
])('%d kobo held against %d owed: %j', (held, owed, after) => {
  expect(setOff(kobo(held), kobo(owed))).toEqual(after)
})
