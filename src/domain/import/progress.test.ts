import { expect, it } from 'vitest'
import { progressText } from './progress'

it.each([
  [{ step: 'waiting', done: 0, total: 0, seconds: 0 }, 'Waiting for the server to begin.'],
  [{ step: 'starting', done: 0, total: 0, seconds: 0 }, 'Waiting for the server to begin.'],
  [{ step: 'verifying', done: 9, total: 9, seconds: 4 }, 'Verifying the ledger.'],
  [{ step: 'b.csv', done: 500, total: 1_000, seconds: 0 }, 'b.csv: 500 of 1,000 rows'],
  [{ step: 'c.csv', done: 1_000, total: 1_000, seconds: 2 }, 'c.csv: 1,000 of 1,000 rows, 500 a second'],
  [{ step: 'a.csv', done: 0, total: 10, seconds: 3 }, 'a.csv: 0 of 10 rows'],
  [
    { step: 'customers.csv', done: 45_000, total: 200_000, seconds: 9 },
    'customers.csv: 45,000 of 200,000 rows, 5,000 a second, about 31 s left',
  ],
  [
    { step: 'loans', done: 1_000, total: 200_000, seconds: 2 },
    'loans: 1,000 of 200,000 rows, 500 a second, about 7 min left',
  ],
  [{ step: 'a.xlsx', done: 1_000, total: 0, seconds: 2 }, 'a.xlsx: 1,000 rows, 500 a second'],
  [{ step: 'comparing', done: 4, total: 30, seconds: 2 }, 'Comparing the rows: check 5 of 30.'],
])('%j is shown as %s', (progress, text) => expect(progressText(progress)).toBe(text))
