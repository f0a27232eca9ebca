import { expect, it } from 'vitest'
import { accountTitle } from './accountTitle'

it.each([
  ['Main Wallet', null, 'Main Wallet'],
  ['Salary Advance', 'LN-260717-002379', 'Salary Advance LN-260717-002379'],
])('names %s %s', (account_name, account_reference, title) =>
  expect(accountTitle({ account_name, account_reference })).toBe(title),
)
