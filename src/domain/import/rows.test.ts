import { describe, expect, it } from 'vitest'
import { importNouns } from '#contract/calls/imports'
import { type Heading, importFields } from './nouns'
import { amountIn, headingOf, rowOf } from './rows'
import { templateOf } from './template'

const savingsHeading =
  'Saving,Customer,Saving Type,Fixed Amount,Frequency,Duration,Opened,Charge,Balance'.split(',')
const heading = headingOf('savings', savingsHeading) as Heading
const saving = 'S-1,C-1,Thrift,500,Daily,90,01/02/2025,100,4500'.split(',')
const withCell = (column: string, text: string) => saving.with(savingsHeading.indexOf(column), text)

describe('a heading', () => {
  it('that lacks a column names it, and those that were not understood, ten at most', () => {
    const odd = Array.from({ length: 12 }, (_, at) => `Odd ${at + 1}`)
    expect(headingOf('instalments', ['Loan', 'Due Date', 'Colour'])).toEqual({
      fault: 'Columns are missing: Open. Not understood: Colour.',
    })
    expect(headingOf('instalments', ['Loan', 'Due', ...odd])).toEqual({
      fault: `Columns are missing: Open. Not understood: ${odd.slice(0, 10).join(', ')}.`,
    })
    expect(headingOf('instalments', ['Loan', 'Due'])).toEqual({ fault: 'Columns are missing: Open.' })
  })

  it('that has a column twice, also by another name, is refused', () => {
    expect(headingOf('instalments', ['Loan', 'Due Date', 'Due', 'Open'])).toEqual({
      fault: 'The column Due Date is there twice.',
    })
  })

  it('of the template of each file is understood, and its example too', () => {
    for (const noun of importNouns) {
      const [first = '', example = ''] = templateOf(noun).split('\r\n')
      const headers = importFields[noun].map(({ header }) => header)
      expect(first.replace('\uFEFF', '').split(','), noun).toEqual(headers)
      const cells = importFields[noun].map((field) => field.example)
      for (const cell of cells) expect(example, noun).toContain(cell)
      expect(rowOf(headingOf(noun, headers) as Heading, cells).faults, noun).toEqual([])
    }
  })
})

describe('a row', () => {
  it('takes zero for a balance, nothing below it, and more than zero for a fixed amount', () => {
    expect(rowOf(heading, withCell('Balance', '0'))).toMatchObject({ row: { balance: 0 }, faults: [] })
    expect(rowOf(heading, withCell('Balance', '-0.01')).faults).toEqual([
      { column: 'Balance', reason: 'Balance is below zero.' },
    ])
    expect(rowOf(heading, withCell('Fixed Amount', '0')).faults).toEqual([
      { column: 'Fixed Amount', reason: 'Fixed Amount must be above zero.' },
    ])
  })

  it('names every faulty cell, and none that is fine', () => {
    const { row, faults } = rowOf(heading, ['', 'C-1', '=A1', '500', 'Yearly', '0', 'soon', '', '1', 'extra'])
    expect(row).toEqual({ customer: 'C-1', fixed_amount: 50_000, balance: 100 })
    expect(faults.map(({ reason }) => reason)).toEqual([
      'The row has more cells than the heading, which has 9.',
      'Saving is empty.',
      'Saving Type is a formula: paste its value instead.',
      'Frequency is none of Daily, Weekly, Monthly.',
      'Duration is not a whole number of 1 or more.',
      'Opened is not a date, such as 25/11/2026 or 2026-11-25.',
    ])
  })

  it('reads a local government in its state, which may be a fault too', () => {
    const headers = ['Market', 'Day', 'State', 'LGA']
    const read = (state: string) =>
      rowOf(headingOf('markets', headers) as Heading, ['Kuto', 'Tuesday', state, 'abeokuta south'])
    expect(read('Ogun')).toMatchObject({ row: { lga: 'Abeokuta South' }, faults: [] })
    expect(read('Atlantis').faults.map(({ reason }) => reason)).toEqual([
      'State is not a state.',
      'LGA is not a local government of the state.',
    ])
  })

  it('that repeats the heading is refused as that alone', () => {
    expect(rowOf(heading, savingsHeading)).toEqual({
      row: {},
      faults: [{ column: '', reason: 'The heading is repeated.' }],
    })
  })
})

it('the sum of a noun is of its money, also of two columns, and 0 of a noun without money', () => {
  expect(amountIn('instalments', { open: 1_000, penalty_open: 50 })).toBe(1050n)
  expect(amountIn('instalments', { open: 1_000 })).toBe(1000n)
  expect(amountIn('agents', { cash_held: -300 })).toBe(-300n)
  expect(amountIn('markets', { day: 2 })).toBe(0n)
})
