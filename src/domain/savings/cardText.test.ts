import { describe, expect, it } from 'vitest'
import type { SavingsCard } from '#contract/calls/savingCards'
import type { BasisPoints, Kobo } from '#contract/values'
import {
  behindText,
  boxesLabel,
  boxLabel,
  boxText,
  cardFrom,
  carriedTo,
  commissionPart,
  cycleDaysText,
  sentenceOf,
} from './cardText'

const naira = (amount: number) => (amount * 100) as Kobo
/** Ngozi Umeh's, on Friday, 20 November. */
const facts: SavingsCard = {
  savings_id: 1 as SavingsCard['savings_id'],
  reference: 'SV-1',
  saving_type_name: 'Daily Thrift',
  user_id: 2 as SavingsCard['user_id'],
  customer: 'Ngozi Umeh',
  customer_reference: 'CU-001842',
  home_address: null,
  agent: 'Bisi Adewale',
  number: 1,
  present: 1,
  from_day: '2026-11-02',
  through_day: '2026-12-02',
  day: '2026-11-20',
  deposit_type: 'daily',
  market: null,
  unit: 'day',
  boxes: 31,
  due_boxes: 19,
  fixed_amount: naira(500),
  charge: naira(0),
  commission: 'contribution',
  commission_rate: 0 as BasisPoints,
  is_monthly: false,
  taken: naira(500),
  taken_on: '2026-11-02',
  payments: [
    { id: null, reference: null, day: '2026-11-02', created_at: null, amount: naira(6700) },
    { id: null, reference: null, day: '2026-11-20', created_at: null, amount: naira(2000) },
  ],
}
const card = cardFrom(facts)

describe('a card in words', () => {
  it('says of each box what it is', () => {
    expect([0, 1, 13, 17, 18, 19].map((at) => card.boxes[at] && boxText(card.boxes[at], card))).toEqual([
      '2 Nov',
      '2 Nov',
      '20 Nov',
      '₦200',
      'behind',
      '',
    ])
    expect([0, 13, 17, 19].map((at) => card.boxes[at] && boxLabel(card.boxes[at], card))).toEqual([
      'Box 1, commission, paid 2 Nov 2026',
      'Box 14, paid 20 Nov 2026',
      'Box 18, behind, ₦200.00 carried to it',
      'Box 20, to come',
    ])
    expect(boxesLabel(card)).toBe('31 boxes: 17 paid, the first is commission, 2 behind, 12 to come')
  })

  it.each([
    [17, 0, ''],
    [17, 1, '18'],
    [17, 2, '18, 19'],
    [17, 5, '18–22'],
  ])('with %d filled and %d behind: %s', (filled, behind, text) => {
    expect(behindText({ filled, behind })).toBe(text)
  })

  it('says where the rest goes, and which days the cycle has', () => {
    expect(carriedTo(card)).toBe('carried to box 18')
    expect(carriedTo({ ...card, filled: 31 })).toBe('beyond the last box')
    expect(carriedTo({ ...card, carried: naira(0) })).toBe('carried')
    expect(cycleDaysText(facts)).toBe('2 Nov – 2 Dec 2026')
    expect(cycleDaysText({ from_day: '2026-12-15', through_day: '2027-01-14' })).toBe(
      '15 Dec 2026 – 14 Jan 2027',
    )
  })

  it('adds up in a sentence', () => {
    expect(sentenceOf(facts, card)).toEqual([
      '₦8,700.00 paid in this cycle − ₦500.00 commission (one contribution, taken 2 Nov) = ',
      ', paid out or carried on from 3 Dec 2026.',
    ])
    expect(card.due).toBe(naira(8200))
  })

  it('names a monthly charge as such', () => {
    const monthly: SavingsCard = { ...facts, commission: 'amount', is_monthly: true, charge: naira(100) }
    expect(sentenceOf(monthly, cardFrom(monthly))[0]).toBe(
      '₦8,700.00 paid in this cycle − ₦100.00 charge of the month = ',
    )
    const unpaid = { ...monthly, payments: [] }
    expect(sentenceOf(unpaid, cardFrom(unpaid))[0]).toBe(
      '₦0.00 paid in this cycle − ₦0.00 charge of the month (₦100.00 more comes from the balance) = ',
    )
  })

  it.each<Partial<SavingsCard>>([
    { commission: 'none' },
    { commission: 'amount', charge: naira(0), is_monthly: true },
  ])('says that nothing is kept: %o', (other) => {
    const free = { ...facts, ...other }
    expect(sentenceOf(free, cardFrom(free))).toEqual([
      '₦8,700.00 paid in this cycle, nothing of it is kept: ',
      ', paid out or carried on from 3 Dec 2026.',
    ])
    expect(cardFrom(free).due).toBe(naira(8700))
  })

  it.each<[Partial<SavingsCard>, number, string]>([
    [{ taken: naira(0), taken_on: null }, 500, 'one contribution, not taken yet'],
    [{ taken: naira(200) }, 500, 'one contribution, ₦200.00 of it taken 2 Nov'],
    [{ commission: 'percent', commission_rate: 1000 as BasisPoints }, 500, '10% of it, taken 2 Nov'],
    [{ commission: 'amount' }, 500, 'a fixed amount, taken 2 Nov'],
  ])('%o: %s', (other, amount, text) => {
    expect(commissionPart({ ...facts, ...other }, naira(amount))).toBe(text)
  })
})
