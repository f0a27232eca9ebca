import { describe, expect, it } from 'vitest'
import { blankFound } from '#contract/calls/search'
import type { Kobo } from '#contract/values'
import { commandIn, commandOptions } from './commands'

describe('a command', () => {
  it.each([
    ['ngozi +5000', { act: 'credit', who: 'ngozi', amount: 500_000 }],
    ['Ngozi Umeh + ₦5,000.50', { act: 'credit', who: 'Ngozi Umeh', amount: 500_050 }],
    ['ngozi+5', { act: 'credit', who: 'ngozi', amount: 500 }],
    ['6820 w 20000', { act: 'withdraw', who: '6820', amount: 2_000_000 }],
    ['6820 W 20,000', { act: 'withdraw', who: '6820', amount: 2_000_000 }],
    ['  late bisi ', { act: 'late', who: 'bisi' }],
    ['Late Bisi Adewale', { act: 'late', who: 'Bisi Adewale' }],
  ])('%s', (text, expected) => expect(commandIn(text)).toEqual(expected))

  it.each([
    'ngozi',
    'late',
    '+2348031234567',
    '+5000',
    'ngozi +0',
    'ngozi +-5',
    'ngozi +5000.001',
    'ngozi +5,00',
    'ngozi + 5 000',
    'ngozi w',
    'ngoziw 20',
    'LN-261124-000123',
    'ngozi -5000',
  ])('%s is a search', (text) => expect(commandIn(text)).toBeUndefined())
})

describe('its options', () => {
  const row = (id: number, title: string) => ({ ...blankFound, id, title, detail: 'CU-000001' })
  const groups = [
    { kind: 'customers' as const, total: 1, has_more: false, rows: [row(7, 'Ngozi Umeh')] },
    { kind: 'agents' as const, total: 1, has_more: false, rows: [row(3, 'Bisi Adewale')] },
  ]

  it('open a filled form or the rows', () => {
    const amount = 500_000 as Kobo
    expect(commandOptions({ act: 'credit', who: 'ngozi', amount }, groups, () => true)).toEqual([
      {
        key: 'credit7',
        to: { to: 'customerCredit', state: { user_id: 7, amount: '5000.00' } },
        label: 'Credit ₦5,000.00 to Ngozi Umeh, CU-000001',
      },
    ])
    expect(commandOptions({ act: 'late', who: 'bisi' }, groups, () => true)).toEqual([
      {
        key: 'late3',
        to: { to: 'arrears', filters: { agent_id: '3' } },
        label: 'Late loans of Bisi Adewale',
      },
    ])
  })

  it('are none without the permission', () => {
    expect(commandOptions({ act: 'late', who: 'bisi' }, groups, () => false)).toEqual([])
  })
})
