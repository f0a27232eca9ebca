import { expect, it } from 'vitest'
import { builtInFormat, formatOf } from './numberFormats'

it.each([
  ['General', 'number'],
  ['0', 'number'],
  ['#,##0.00', 'number'],
  ['#,##0.00;[Red]-#,##0.00', 'number'],
  ['_-* #,##0.00_-;-* #,##0.00_-;_-* "-"??_-;_-@_-', 'number'],
  ['[$₦-466]#,##0.00', 'number'],
  ['0.00E+00', 'number'],
  ['# ?/?', 'number'],
  ['@', 'number'],
  ['General;-General;0;@', 'number'],
  ['0%', 'percent'],
  ['0.00%;[Red]-0.00%;-', 'percent'],
  ['dd/mm/yyyy', 'date'],
  ['[$-409]d-mmm-yy;@', 'date'],
  ['yyyy\\-mm\\-dd hh:mm:ss', 'date'],
  ['mmmm', 'date'],
  ['ddd', 'date'],
  ['dd"/"mm"/"yyyy', 'date'],
  ['h:mm AM/PM', 'time'],
  ['[h]:mm:ss', 'time'],
  ['mm:ss', 'time'],
  // What is shown is not what is stored, or not always.
  [';;;', 'unclear'],
  ['"Yes";"Yes";"No"', 'unclear'],
  ['0%;0', 'unclear'],
  ['yyyy;0.00', 'unclear'],
] as const)('the format %s is that of a %s', (code, kind) => {
  expect(formatOf(code)).toMatchObject({ kind })
})

it('knows digits and letters that a format adds', () => {
  expect(formatOf('00000000000')).toEqual({ kind: 'number', digits: 11 })
  expect(formatOf('0000-000-0000')).toEqual({ kind: 'number', digits: 11, hasLiterals: true })
  expect(formatOf('"A-"00')).toMatchObject({ kind: 'number', hasLiterals: true })
  expect(formatOf('\\A0')).toMatchObject({ kind: 'number', hasLiterals: true })
})

it('knows the formats that workbooks do not describe', () => {
  const kinds = Array.from({ length: 60 }, (_, id) => builtInFormat(id).kind)
  const idsOf = (kind: string) => kinds.flatMap((one, id) => (one === kind ? [id] : []))
  expect(idsOf('percent')).toEqual([9, 10])
  expect(idsOf('date')).toEqual([
    14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58,
  ])
  expect(idsOf('time')).toEqual([18, 19, 20, 21, 32, 33, 34, 35, 45, 46, 47])
  expect(idsOf('unclear')).toEqual([23, 24, 25, 26, 59])
})
