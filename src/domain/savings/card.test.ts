import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BasisPoints, Kobo } from '#contract/values'
import type { Calendar } from '../time/calendar'
import { addDays } from '../time/lagos'
import {
  boxesByPayment,
  boxesText,
  type CardSpan,
  cardOf,
  expectedOn,
  progressOf,
  restTexts,
  spanOf,
  typedText,
  unitOf,
} from './card'
import type { WalletTerms } from './commission'
import type { Cycle } from './cycles'
import type { DepositPlan } from './due'

const naira = (amount: number) => (amount * 100) as Kobo
const terms: WalletTerms = {
  commissionKind: 'contribution',
  charge: naira(0),
  commissionBasisPoints: 0 as BasisPoints,
  cycleKind: 'days',
  cycleDays: 31,
  taken: 'first',
  fixedAmount: naira(500),
}
const plan = (fields: Partial<DepositPlan> = {}): DepositPlan => ({
  depositType: 'daily',
  marketPeriod: null,
  openedOn: '2026-11-02',
  ...fields,
})
const cycle: Cycle = { number: 1, from: '2026-11-02', through: '2026-12-02' }
/** The card of Ngozi Umeh in the design: ₦8,700.00 until Friday, 20 November. */
const payments = [
  ['02', 500],
  ['03', 1000],
  ['05', 500],
  ['06', 1500],
  ['09', 500],
  ['10', 500],
  ['11', 500],
  ['13', 1500],
  ['16', 200],
  ['20', 2000],
].map(([date, amount], at) => ({ id: at + 1, day: `2026-11-${date}`, amount: naira(Number(amount)) }))
const span = (until: string, calendar?: Calendar) => spanOf(plan(), cycle, naira(500), until, calendar)

describe('the boxes of a cycle', () => {
  it.each<[string, Partial<DepositPlan>, Partial<Cycle>, number]>([
    ['31 days of a daily plan', {}, {}, 31],
    [
      'the first month of a plan opened on 17 November',
      { openedOn: '2026-11-17' },
      { from: '2026-11-17', through: '2026-11-30' },
      14,
    ],
    ['the Mondays of a weekly plan', { depositType: 'weekly' }, {}, 5],
    [
      'the days of a market every five days',
      { marketPeriod: 1, marketEvery: { days: 5, firstDay: '2026-11-02' } },
      {},
      7,
    ],
    ['a monthly plan', { depositType: 'monthly' }, {}, 2],
    ['a cycle without a market day has one box', { marketPeriod: 5 }, { through: '2026-11-05' }, 1],
  ])('%s', (_name, fields, days, boxes) => {
    expect(spanOf(plan(fields), { ...cycle, ...days }, naira(500), '2026-11-02').boxes).toBe(boxes)
  })

  it('are due until a day, without days of no collection; who pays ahead fills these too', () => {
    const sundays: Calendar = {
      closed: [{ from: '2026-11-01', weekdays: [7] }],
      holidays: [{ day: '2026-11-11' }],
    }
    expect(span('2026-11-20')).toMatchObject({ boxes: 31, dueBoxes: 19 })
    expect(span('2026-11-20', sundays)).toMatchObject({ boxes: 31, dueBoxes: 16 })
    expect(span('2026-11-01')).toMatchObject({ dueBoxes: 0 })
    expect(span('2027-02-01')).toMatchObject({ dueBoxes: 31 })
  })
})

it.each<[number, number, number, number]>([
  [0, 0, 0, 19],
  [499, 0, 499, 19],
  [500, 1, 0, 18],
  [8700, 17, 200, 2],
  [9500, 19, 0, 0],
  [15_500, 31, 0, 0],
  [17_700, 31, 2200, 0],
])('₦%d fills %d boxes, ₦%d are carried, %d are behind', (paid, filled, carried, behind) => {
  expect(progressOf(span('2026-11-20'), naira(paid))).toEqual({ filled, carried: naira(carried), behind })
})

it('no contribution fills no box', () => {
  expect(() => progressOf({ boxes: 31, dueBoxes: 1, fixedAmount: 0 as Kobo }, naira(500))).toThrow(RangeError)
})

it('each payment names its boxes', () => {
  const filled = boxesByPayment(span('2026-11-20'), payments.toReversed())
  expect(filled.map((one) => [one.payment.day.slice(8), boxesText(one, 'day'), one.carried / 100])).toEqual([
    ['02', '1 day, 1', 0],
    ['03', '2 days, 2–3', 0],
    ['05', '1 day, 4', 0],
    ['06', '3 days, 5–7', 0],
    ['09', '1 day, 8', 0],
    ['10', '1 day, 9', 0],
    ['11', '1 day, 10', 0],
    ['13', '3 days, 11–13', 0],
    ['16', 'none', 200],
    ['20', '4 days, 14–17', 200],
  ])
})

describe('the card of a cycle', () => {
  it('on 20 November', () => {
    const card = cardOf(terms, span('2026-11-20'), payments, '2026-11-20')
    expect(card).toMatchObject({
      filled: 17,
      carried: naira(200),
      behind: 2,
      paid: naira(8700),
      commission: naira(500),
      due: naira(8200),
    })
    expect(card.boxes.map(({ state }) => state)).toEqual([
      'commission',
      ...Array.from({ length: 12 }, () => 'paid'),
      ...Array.from({ length: 4 }, () => 'today'),
      'behind',
      'behind',
      ...Array.from({ length: 12 }, () => 'to come'),
    ])
    expect(card.boxes.map(({ payment }) => payment?.id ?? 0).slice(0, 18)).toEqual([
      1, 2, 2, 3, 4, 4, 4, 5, 6, 7, 8, 8, 8, 10, 10, 10, 10, 0,
    ])
  })

  it('has no box of the commission where an amount is kept, or while the first box is not filled', () => {
    const amount = cardOf(
      { ...terms, commissionKind: 'amount', charge: naira(300) },
      span('2026-11-20'),
      payments,
      '2026-11-20',
    )
    expect([amount.boxes[0]?.state, amount.commission, amount.due]).toEqual(['paid', naira(300), naira(8400)])
    const part = cardOf(terms, span('2026-11-02'), [{ day: '2026-11-02', amount: naira(200) }], '2026-11-02')
    expect([part.boxes[0]?.state, part.commission, part.due]).toEqual(['behind', naira(200), naira(0)])
  })

  it('adds up, whatever was paid', () => {
    const days = fc.integer({ min: 0, max: 30 }).map((at) => addDays(cycle.from, at))
    const paid = fc.array(
      fc.record({ day: days, amount: fc.integer({ min: 1, max: 300_000 }) as fc.Arbitrary<Kobo> }),
    )
    fc.assert(
      fc.property(paid, days, (some, today) => {
        const card = cardOf(terms, span(today), some, today)
        expect(card.filled * terms.fixedAmount + card.carried).toBe(card.paid)
        expect(card.boxes.filter(({ payment }) => payment)).toHaveLength(card.filled)
        expect(card.payments.reduce((sum, { from, to }) => sum + to - from + 1, 0)).toBe(card.filled)
        expect(card.boxes.filter(({ state }) => state === 'behind')).toHaveLength(card.behind)
        expect(card.due).toBe(card.paid - card.commission)
      }),
    )
  })
})

describe('what is expected on a day', () => {
  // Paid ahead on Monday, 2 November: four days, until Thursday.
  it.each([
    ['2026-11-02', 0, 500],
    ['2026-11-03', 2000, 0],
    ['2026-11-05', 2000, 0],
    ['2026-11-06', 2000, 500],
    ['2026-11-06', 2499, 500],
    ['2026-11-06', 2500, 0],
    ['2026-12-02', 15_500, 0],
  ])('%s, with ₦%d paid before: ₦%d', (day, paidBefore, expected) => {
    expect(expectedOn(terms, span(day), naira(paidBefore))).toBe(naira(expected))
  })

  it('who paid four days on a Friday is expected on Wednesday, as Sunday is closed', () => {
    const sundays: Calendar = { closed: [{ from: '2026-11-01', weekdays: [7] }], holidays: [] }
    // Friday, 6 November: the week was paid, and Friday, Saturday, Monday and Tuesday at once.
    const paid = naira(500 * 8)
    for (const [date, expected] of [
      ['07', 0],
      ['09', 0],
      ['10', 0],
      ['11', 500],
    ] as const)
      expect(expectedOn(terms, span(`2026-11-${date}`, sundays), paid)).toBe(naira(expected))
  })

  it.each<Partial<WalletTerms>>([
    { commissionKind: 'none' },
    { commissionKind: 'amount', cycleKind: 'month', taken: 'end' },
  ])('of a wallet without a commission of a cycle, the contribution: %o', (other) => {
    expect(expectedOn({ ...terms, ...other }, span('2026-11-03'), naira(2000))).toBe(naira(500))
  })
})

describe('words', () => {
  const on20: CardSpan = span('2026-11-20')
  it.each<[number, number | undefined, string, string]>([
    [6700, 2000, '4 days, 17 of 31', '₦200.00 carried, 2 behind'],
    [9000, 500, '1 day, 19 of 31', 'Nothing carried'],
    [9000, 200, '0 days, 18 of 31', '₦200.00 carried, 1 behind'],
    [9000, undefined, '18 of 31', '1 behind'],
    [15_500, 500, '0 days, 31 of 31', '₦500.00 carried'],
  ])('with ₦%d paid, typing %s: %s; %s', (paid, typed, first, second) => {
    const amount = typed === undefined ? undefined : naira(typed)
    expect(typedText(on20, 'day', naira(paid), amount)).toBe(first)
    const { carried, behind } = restTexts(progressOf(on20, naira(paid + (typed ?? 0))))
    expect([carried, behind].filter(Boolean).join(', ')).toBe(second)
  })

  it('name the boxes of each plan', () => {
    expect(unitOf(plan())).toBe('day')
    expect(unitOf(plan({ depositType: 'weekly' }))).toBe('week')
    expect(unitOf(plan({ depositType: 'monthly' }))).toBe('month')
    expect(boxesText({ from: 2, to: 3 }, unitOf(plan({ marketPeriod: 3 })))).toBe('2 market days, 2–3')
  })
})
