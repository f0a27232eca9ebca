import { expect, it } from 'vitest'
import { isReversible } from './reversible'

it.each([
  ['SD-261118-000001', null, true],
  ['CC-261118-000001', null, true],
  ['ST-261118-000001', null, true],
  ['SD-261118-000001', 'RV-261118-000002', false],
  ['RV-261118-000002', null, false],
  ['LR-261118-000001', null, true],
  ['LP-261118-000001', null, true],
  ['LW-261118-000001', null, true],
  ['LV-261118-000001', null, true],
  ['LD-261118-000001', null, true],
  ['FE-261118-000001', null, true],
  ['LC-261118-000001', null, false],
  ['SDX', null, false],
  [null, null, false],
])('of %j, reversed by %j, the reversal is offered: %j', (reference, reversed_by, offered) =>
  expect(isReversible({ reference, reversed_by })).toBe(offered),
)
