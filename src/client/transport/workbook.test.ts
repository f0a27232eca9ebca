import { readXlsx } from 'hucre/xlsx'
import { expect, it } from 'vitest'
import { workbookOf } from './workbook'

const columns = [
  { header: 'Phone', kind: 'phone' },
  { header: 'Name', kind: 'text' },
  { header: 'Amount', kind: 'money' },
  { header: 'Rate', kind: 'percent' },
  { header: 'Day', kind: 'date' },
] as const
const rows = [
  ['08031234567', "'=1+1", '1250.50', '12', '2026-11-28'],
  ['', 'Ọlátúnjí & Sons', '-3.00', '0.5', ''],
]

it('has the rows of the CSV, each cell of its kind, the zero of a phone number among them', async () => {
  const { sheets } = await readXlsx(await (await workbookOf(columns, rows)).bytes())
  expect(sheets[0]?.rows).toEqual([
    ['Phone', 'Name', 'Amount', 'Rate', 'Day'],
    ['08031234567', '=1+1', 1250.5, 0.12, new Date('2026-11-28T00:00:00Z')],
    [null, 'Ọlátúnjí & Sons', -3, 0.005, null],
  ])
})

it('has the note of saved rows before its heading', async () => {
  const note = ['Saved at 14:05, 12 Mar 2026', '300 of 3,180 rows']
  const { sheets } = await readXlsx(await (await workbookOf(columns, [], note)).bytes())
  expect(sheets[0]?.rows.map((row) => row.filter((cell) => cell !== null))).toEqual([
    note,
    columns.map(({ header }) => header),
  ])
})
