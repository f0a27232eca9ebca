import { describe, expect, it } from 'vitest'
import type { DueLine, DueLoan } from '#contract/calls/collections'
import type { Kobo } from '#contract/values'
import { kobo } from '#domain/money/kobo'
import { noCash } from './cashCount'
import {
  amountIn,
  amountOf,
  cardTexts,
  createSheet,
  differenceText,
  dueLines,
  faultIn,
  loanLine,
  savingLine,
} from './sheet'

const naira = (amount: number): Kobo => kobo(Math.round(amount * 100))

const dueLoan = (id: number, more: Partial<DueLoan> = {}): DueLoan => ({
  loan_id: id,
  loan_reference: `LN-${id}`,
  user_id: id,
  customer: `Customer ${id}`,
  customer_reference: `CU-${id}`,
  customer_phone: '08030000000',
  loan_type_name: 'Market Trader Loan',
  instalment: 3,
  late: 0,
  overdue: naira(0),
  due_instalment: 3,
  expected: naira(3300),
  owed: naira(8200),
  collected: naira(0),
  collected_at: null,
  ...more,
})

const dueSaving = (id: number, more: Partial<DueLine> = {}): DueLine => ({
  savings_id: id,
  savings_reference: `SV-${id}`,
  user_id: id,
  customer: `Customer ${id}`,
  customer_reference: `CU-${id}`,
  customer_phone: '08030000000',
  saving_type_name: 'Daily Thrift',
  category: 'daily',
  deposit_type: 'daily',
  market: null,
  expected: naira(1000),
  collected: naira(0),
  collected_at: null,
  ...more,
})
const due = (id: number, more: Partial<DueLine> = {}) => savingLine(dueSaving(id, more))

function sheetOf(...lines: ReturnType<typeof due>[]) {
  const sheet = createSheet()
  sheet.setDue(lines)
  return sheet
}

describe('a typed amount', () => {
  it.each([
    ['1500', naira(1500)],
    ['1,500', naira(1500)],
    [' 1500.5 ', naira(1500.5)],
    ['₦1,500.00', naira(1500)],
    ['0', naira(0)],
  ])('%s is understood', (text, amount) => {
    expect(amountOf(text)).toBe(amount)
  })

  it.each(['1.500', '15,00', '-5', 'ten', '1e3', '100000000.01'])('%s is faulty', (text) => {
    expect(amountOf(text)).toBeUndefined()
  })

  it.each(['', '  '])('"%s" is no amount', (text) => {
    expect(amountOf(text)).toBe('none')
  })

  it('is shown in full once its field is left', () => {
    const line = due(1)
    const sheet = sheetOf(line)
    sheet.type(line, '1500.5')
    expect(sheet.get(line.key).text).toBe('1500.5')
    sheet.leave(line.key)
    expect(sheet.get(line.key).text).toBe('1,500.50')
  })

  it('is marked when it is faulty and its field is left, until it is right', () => {
    const line = due(1)
    const sheet = sheetOf(line)
    sheet.type(line, '15,0')
    expect(sheet.get(line.key).marked).toBeUndefined()
    sheet.leave(line.key)
    expect(sheet.get(line.key)).toEqual({ text: '15,0', marked: true })
    expect(sheet.totals().faulty).toEqual([line.key])
    sheet.type(line, '15')
    expect(sheet.get(line.key).marked).toBeUndefined()
    expect(sheet.totals().faulty).toEqual([])
  })

  it('becomes what is expected with "=" alone, typed or pressed', () => {
    const line = due(1)
    const sheet = sheetOf(line)
    sheet.type(line, '=')
    expect(sheet.get(line.key).text).toBe('1,000.00')
    sheet.type(line, '')
    sheet.takeExpected(line)
    expect(sheet.get(line.key).text).toBe('1,000.00')
  })

  it.each(['5=', '=2500', '2500=', '==', '=1+1'])('%s is not what is expected', (text) => {
    const line = due(1)
    const sheet = sheetOf(line)
    for (const put of [sheet.type, sheet.paste]) {
      put(line, text)
      sheet.leave(line.key)
      expect(sheet.get(line.key)).toEqual({ text, marked: true })
      expect(sheet.totals()).toMatchObject({ typed: 0, total: 0, faulty: [line.key] })
    }
  })

  it('stays as it is with "=" where it was collected already, and 0 records nothing more', () => {
    for (const had of [due(1, { collected: naira(1000) }), due(1, { collected: naira(1200) })]) {
      const sheet = sheetOf(had, due(2))
      sheet.takeExpected(had)
      sheet.type(had, '=')
      expect(sheet.get(had.key).text).toBe('')
      sheet.type(had, '0')
      expect(sheet.body().lines.map(({ savings_id }) => savings_id)).toEqual([2])
    }
  })

  it.each(['500\n600', '500\t600', '500 naira', '=', '1.500', '500.00                              1'])(
    'that is pasted as %j is refused whole',
    (text) => {
      const line = due(1)
      const sheet = sheetOf(line)
      sheet.paste(line, text)
      expect(sheet.get(line.key).marked).toBe(true)
      expect(sheet.totals()).toMatchObject({ typed: 0, total: 0 })
    },
  )

  it.each(['2500', ' 2,500.00 ', '₦2500'])('that is pasted as %j is taken over', (text) => {
    const line = due(1)
    const sheet = sheetOf(line)
    sheet.type(line, '77')
    sheet.paste(line, text)
    expect(sheet.get(line.key)).toEqual({ text: '2,500.00' })
  })
})

it('a difference names its direction', () => {
  expect(differenceText(naira(1000), naira(1000))).toBe('')
  expect(differenceText(naira(962.5), naira(1000))).toBe('−₦37.50')
  expect(differenceText(naira(1012.5), naira(1000))).toBe('+₦12.50')
})

describe('what is expected of a line', () => {
  it('is what was not collected on this day yet', () => {
    expect(due(1, { collected: naira(400) }).expected).toBe(naira(600))
    expect(due(1, { collected: naira(1200) }).expected).toBe(0)
  })
})

describe('the card of a line', () => {
  const card = { boxes: 31, due_boxes: 19, fixed_amount: naira(500), unit: 'day' as const, paid: naira(6700) }
  it.each<[number | undefined, string, string, string]>([
    [2000, '4 days, 17 of 31', '₦200.00 carried', '2 behind'],
    [undefined, '13 of 31', '₦200.00 carried', '6 behind'],
    [2800, '6 days, 19 of 31', 'Nothing carried', ''],
  ])('with %s typed: %s; %s, %s', (typed, filled, carried, behind) => {
    const line = due(1, { card })
    expect(cardTexts(line, typed === undefined ? undefined : naira(typed))).toEqual({
      filled,
      carried,
      behind,
    })
  })

  it('is missing in what an older release saved, and of a loan', () => {
    expect(cardTexts(due(1), naira(500))).toBeUndefined()
    expect(cardTexts(loanLine(dueLoan(1)), naira(500))).toBeUndefined()
  })
})

describe('the body', () => {
  it('has all lines: amounts, and reasons where nothing was collected', () => {
    const [a, b, c, d] = [due(1), due(2), due(3), due(4)] as const
    const sheet = sheetOf(a, b, c, d)
    sheet.type(a, '500')
    sheet.type(b, '0')
    sheet.setReason(d.key, 'travelled')
    expect(sheet.body()).toEqual({
      lines: [
        { savings_id: 1, amount: naira(500) },
        { savings_id: 2, amount: 0, reason: 'paid nothing' },
        { savings_id: 3, amount: 0, reason: 'not seen' },
        { savings_id: 4, amount: 0, reason: 'travelled' },
      ],
      seen: [],
    })
  })

  it('has the receipts of the earlier sheets, and their amounts again only where they came twice', () => {
    const [a, b, loan] = [due(1), due(2), loanLine(dueLoan(3))] as const
    const sheet = createSheet()
    const earlier = {
      id: 7,
      reference: 'CS-7',
      created_at: '2026-11-27T18:05:00+01:00',
      admin: 'Ada Obi',
      total: naira(3500),
      lines: [
        { savings_id: 1, loan_id: null, amount: naira(500) },
        { savings_id: null, loan_id: 3, amount: naira(3000) },
      ],
    }
    sheet.setDue([a, b, loan], [earlier])
    sheet.type(a, '500')
    sheet.type(b, '500')
    sheet.type(loan, '3000')
    const counted = () => sheet.body().lines.map(({ savings_id, loan_id }) => savings_id ?? loan_id)
    expect(sheet.equalOn(a)).toEqual(['CS-7'])
    expect(sheet.equalOn(b)).toEqual([])
    expect(sheet.totals()).toMatchObject({ equal: 2, collected: 1, total: naira(500) })
    expect(sheet.body()).toEqual({ lines: [{ savings_id: 2, amount: naira(500) }], seen: ['CS-7'] })
    sheet.setTwice(loan.key, true)
    expect(sheet.totals()).toMatchObject({ equal: 1, collected: 2, total: naira(3500) })
    expect(sheet.body().lines.at(-1)).toEqual({ loan_id: 3, amount: naira(3000), twice: true })
    sheet.type(a, '501')
    expect(counted()).toEqual([1, 2, 3])
    // What was said of one amount does not hold for another one.
    sheet.type(loan, '2999')
    sheet.type(loan, '3000')
    expect(counted()).toEqual([1, 2])
  })

  it('omits blank lines that were collected on this day already, or that were added', () => {
    const had = due(1, { collected: naira(1000) })
    const sheet = sheetOf(had, due(2))
    sheet.add(due(3))
    expect(sheet.body().lines.map(({ savings_id }) => savings_id)).toEqual([2])
    sheet.type(had, '200')
    expect(sheet.body().lines.map(({ savings_id }) => savings_id)).toEqual([1, 2])
  })

  it('has the counted cash, by notes or as one amount; none without a count', () => {
    const sheet = sheetOf(due(1))
    expect(sheet.body().counted).toBeUndefined()
    sheet.setCash({ text: '2500', notes: {} })
    expect(sheet.body().counted).toBe(naira(2500))
    sheet.setCash({ text: '2500', notes: { 1000: '2', 50: '1', 5: '' } })
    expect(sheet.body().counted).toBe(naira(2050))
    sheet.setCash({ text: '', notes: { 1000: '' } })
    expect(sheet.body().counted).toBeUndefined()
    expect(sheet.totals().isEmpty).toBe(true)
  })

  it('can be booked once something is typed, with lines to record', () => {
    const sheet = sheetOf()
    sheet.setCash({ text: '2500', notes: {} })
    expect(sheet.totals()).toMatchObject({ isEmpty: false, canBook: false })
    sheet.setDue([due(1)])
    expect(sheet.totals().canBook).toBe(true)
    sheet.setCash({ text: '', notes: {} })
    expect(sheet.totals().canBook).toBe(false)
  })

  it('keeps a chosen reason only while nothing is collected', () => {
    const line = due(1)
    const sheet = sheetOf(line)
    sheet.setReason(line.key, 'refused')
    sheet.type(line, '0')
    expect(sheet.body().lines[0]?.reason).toBe('refused')
    sheet.type(line, '10')
    sheet.type(line, '')
    expect(sheet.body().lines[0]?.reason).toBe('not seen')
  })
})

describe('the totals', () => {
  it('count and add up what is typed', () => {
    const lines = [due(1), due(2), due(3), due(4), due(5, { collected: naira(1000) })]
    const sheet = sheetOf(...lines)
    const [a, b, c] = lines as [(typeof lines)[0], (typeof lines)[0], (typeof lines)[0]]
    sheet.type(a, '700')
    sheet.type(b, '0')
    sheet.type(c, 'x')
    expect(sheet.totals()).toEqual({
      equal: 0,
      due: 4,
      expected: naira(4000),
      typed: 2,
      toType: 1,
      collected: 1,
      total: naira(700),
      toPay: 0,
      paid: 0,
      paidOut: naira(0),
      faulty: [c.key],
      isEmpty: false,
      canBook: true,
    })
  })
})

describe('withdrawals to pay', () => {
  const toPay = (id: number, amount: number) => ({
    withdrawal_id: id,
    reference: `WR-${id}`,
    user_id: id,
    customer: `Customer ${id}`,
    customer_reference: `CU-${id}`,
    customer_phone: '08030000000',
    amount: naira(amount),
  })

  it('are sent once ticked, also on a sheet without lines', () => {
    const sheet = sheetOf()
    sheet.setPayouts([toPay(1, 500), toPay(2, 700)])
    expect(sheet.totals()).toMatchObject({ toPay: 2, paid: 0, isEmpty: true, canBook: false })
    sheet.setPaid(2, true)
    expect(sheet.totals()).toMatchObject({ paid: 1, paidOut: naira(700), isEmpty: false, canBook: true })
    expect(sheet.body()).toMatchObject({ lines: [], payouts: [2] })
    sheet.setPaid(2, false)
    expect(sheet.body()).not.toHaveProperty('payouts')
  })

  it('stay ticked in a draft, but for those that are not to be paid any more', () => {
    const sheet = sheetOf()
    sheet.restore({ entries: [], cash: noCash, paid: [1, 2] })
    expect(sheet.totals().isEmpty).toBe(false)
    sheet.setPayouts([toPay(2, 700)])
    expect(sheet.body().payouts).toEqual([2])
    expect(sheet.draft().paid).toEqual([1, 2])
    sheet.setPayouts([])
    expect(sheet.totals()).toMatchObject({ paid: 0, isEmpty: true })
  })
})

describe('the subscribers', () => {
  it('of a line hear of that line alone; those of the sheet hear of each', () => {
    const [a, b] = [due(1), due(2)] as const
    const sheet = sheetOf(a, b)
    const heard: string[] = []
    sheet.subscribeLine(a.key, () => heard.push('a'))
    const stop = sheet.subscribeLine(b.key, () => heard.push('b'))
    sheet.subscribe(() => heard.push('all'))
    sheet.type(b, '5')
    expect(heard).toEqual(['b', 'all'])
    stop()
    sheet.type(b, '50')
    expect(heard).toEqual(['b', 'all', 'all'])
  })

  it('get the same totals and lines until something changes', () => {
    const line = due(1)
    const sheet = sheetOf(line)
    const before = { totals: sheet.totals(), lines: sheet.lines() }
    expect(sheet.totals()).toBe(before.totals)
    sheet.type(line, '1')
    expect(sheet.totals()).not.toBe(before.totals)
    expect(sheet.lines()).toBe(before.lines)
  })
})

describe('a draft', () => {
  it.each(['before', 'after'])('is restored whole, %s the due list has come', (when) => {
    const [a, added] = [due(1), due(9)] as const
    const first = sheetOf(a, due(2))
    first.add(added)
    first.type(a, '500')
    first.type(added, '250')
    first.setCash({ text: '', notes: { 500: '1' } })
    const draft = JSON.parse(JSON.stringify(first.draft()))

    const second = createSheet()
    if (when === 'after') second.setDue([a, due(2)])
    second.restore(draft)
    if (when === 'before') second.setDue([a, due(2)])
    expect(second.lines().map(({ id }) => id)).toEqual([1, 2, 9])
    expect(second.body()).toEqual(first.body())
  })

  it('keeps an amount whose line is no longer due, so that nothing typed vanishes', () => {
    const [a, b] = [due(1), due(2)] as const
    const sheet = sheetOf(a, b)
    sheet.type(b, '100')
    sheet.setDue([a])
    expect(sheet.lines().map(({ id }) => id)).toEqual([1, 2])
    sheet.clear()
    expect(sheet.lines().map(({ id }) => id)).toEqual([1])
    expect(sheet.totals().isEmpty).toBe(true)
  })
})

it('the lines of one customer stand together, wherever one is added', () => {
  const sheet = sheetOf(due(1, { user_id: 7 }), due(2))
  sheet.add(due(3, { user_id: 7 }))
  expect(sheet.lines().map(({ id }) => id)).toEqual([1, 3, 2])
  sheet.add(due(3, { user_id: 7 }))
  expect(sheet.lines()).toHaveLength(3)
})

describe('a loan', () => {
  it.each([
    [{}, 'Loan, no. 3'],
    [{ due_instalment: null }, 'Loan, no. 3'],
    [{ late: 1, due_instalment: null }, 'Loan, no. 3 late'],
    [{ late: 1, due_instalment: 4 }, 'Loan, no. 3 late and no. 4'],
    [{ late: 4, due_instalment: 7 }, 'Loan, 4 installments late and no. 7'],
  ])('with %j is labelled %s', (more, label) => {
    expect(loanLine(dueLoan(1, more))).toMatchObject({ label, isLate: 'late' in more })
  })

  it('stands with its customer’s savings, in the order of the names', () => {
    const lines = dueLines({
      lines: [dueSaving(1, { customer: 'Ada' }), dueSaving(3, { customer: 'Chi' })],
      loans: [dueLoan(7, { user_id: 2, customer: 'Bola' }), dueLoan(8, { user_id: 1, customer: 'Ada' })],
    })
    expect(lines.map(({ key }) => key)).toEqual(['saving 1', 'loan 8', 'loan 7', 'saving 3'])
  })

  it('takes no more than is owed', () => {
    const line = loanLine(dueLoan(1))
    const sheet = sheetOf(line, due(1))
    sheet.type(line, '8200.01')
    expect(amountIn(line, '8200.01')).toBeUndefined()
    expect(faultIn(line, '8200.01')).toBe('Only ₦8,200.00 is owed')
    expect(faultIn(line, 'x')).toBe('Not an amount, such as 1,500.00')
    sheet.leave(line.key)
    expect(sheet.get(line.key)).toEqual({ text: '8200.01', marked: true })
    expect(sheet.totals()).toMatchObject({ faulty: [line.key], total: 0 })
    sheet.type(line, '8200')
    expect(sheet.get(line.key).marked).toBeUndefined()
    expect(sheet.body().lines).toEqual([
      { loan_id: 1, amount: naira(8200) },
      { savings_id: 1, amount: 0, reason: 'not seen' },
    ])
  })

  it('is restored from a draft with what is owed', () => {
    const line = loanLine(dueLoan(1))
    const first = sheetOf(line)
    first.type(line, '500')
    const sheet = createSheet()
    sheet.restore(first.draft())
    sheet.setDue([due(1)])
    expect(sheet.lines()).toEqual([due(1), line])
    expect(sheet.body().lines).toContainEqual({ loan_id: 1, amount: naira(500) })
  })
})
