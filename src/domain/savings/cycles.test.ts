import { describe, expect, it } from 'vitest'
import { addDays, daysFrom } from '../time/lagos'
import { type CycleTerms, cycleOf, cycleOfNumber, nextCycle } from './cycles'

const month: CycleTerms = { cycleKind: 'month', cycleDays: 31 }
const days = (cycleDays: number): CycleTerms => ({ cycleKind: 'days', cycleDays })

describe('the cycle of a day, of a wallet', () => {
  it.each<[string, CycleTerms, string, string, number, string, string]>([
    ['on its first day', month, '2026-11-17', '2026-11-17', 1, '2026-11-17', '2026-11-30'],
    ['in its first month', month, '2026-11-17', '2026-11-30', 1, '2026-11-17', '2026-11-30'],
    ['in its second month', month, '2026-11-17', '2026-12-01', 2, '2026-12-01', '2026-12-31'],
    ['opened on a 1st', month, '2026-11-01', '2026-11-30', 1, '2026-11-01', '2026-11-30'],
    ['opened on a last day', month, '2026-10-31', '2026-10-31', 1, '2026-10-31', '2026-10-31'],
    ['over a year later', month, '2026-11-17', '2028-02-29', 16, '2028-02-01', '2028-02-29'],
    ['by 31 days, first', days(31), '2026-11-02', '2026-11-02', 1, '2026-11-02', '2026-12-02'],
    ['by 31 days, last', days(31), '2026-11-02', '2026-12-02', 1, '2026-11-02', '2026-12-02'],
    ['by 31 days, second', days(31), '2026-11-02', '2026-12-03', 2, '2026-12-03', '2027-01-02'],
    ['by 30 days over a leap day', days(30), '2028-02-01', '2028-03-02', 2, '2028-03-02', '2028-03-31'],
    ['by single days', days(1), '2026-11-02', '2026-11-04', 3, '2026-11-04', '2026-11-04'],
    ['by 366 days', days(366), '2026-11-02', '2027-11-02', 1, '2026-11-02', '2027-11-02'],
  ])('%s', (_name, terms, openedOn, day, number, from, through) => {
    expect(cycleOf(terms, openedOn, day)).toEqual({ number, from, through })
  })

  it('is none before the opening, nor of no days', () => {
    expect(() => cycleOf(month, '2026-11-17', '2026-11-16')).toThrow(RangeError)
    for (const wrong of [0, -1, 1.5, Number.NaN])
      expect(() => cycleOf(days(wrong), '2026-11-17', '2026-11-17')).toThrow(RangeError)
  })
})

it.each([month, days(1), days(7), days(30), days(31), days(366)])(
  'the cycles of %j follow each other without a gap, and each day belongs to its own',
  (terms) => {
    const openedOn = '2027-12-30'
    let cycle = cycleOf(terms, openedOn, openedOn)
    expect(cycle.from).toBe(openedOn)
    for (let day = openedOn; day < '2028-04-10'; day = addDays(day, 1)) {
      if (day > cycle.through) {
        const next = nextCycle(terms, openedOn, cycle)
        expect([next.number, next.from]).toEqual([cycle.number + 1, day])
        cycle = next
      }
      expect(cycleOf(terms, openedOn, day)).toEqual(cycle)
      if (terms.cycleKind === 'days') expect(daysFrom(cycle.from, cycle.through)).toBe(terms.cycleDays)
    }
  },
)

it.each<[string, CycleTerms, string]>([
  ['calendar months', month, '2026-10-31'],
  ['31 days', days(31), '2026-11-02'],
  ['single days', days(1), '2028-02-28'],
])('a cycle is found by its number: %s', (_name, terms, openedOn) => {
  let cycle = cycleOf(terms, openedOn, openedOn)
  for (let number = 1; number <= 30; number += 1) {
    expect(cycleOfNumber(terms, openedOn, number)).toEqual({ ...cycle, number })
    cycle = nextCycle(terms, openedOn, cycle)
  }
  expect(() => cycleOfNumber(terms, openedOn, 0)).toThrow(RangeError)
})
