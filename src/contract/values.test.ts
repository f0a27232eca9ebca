import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { Day, Email, FullName, Id, Kobo, Phone, pageInput, SearchText, Text } from './values'

const page = v.object(pageInput)
const accepts = (schema: v.GenericSchema<unknown, unknown>, value: unknown) =>
  v.safeParse(schema, value).success

describe.each([
  ['Id', Id, [1, Number.MAX_SAFE_INTEGER], [0, -1, 1.5, Number.NaN, Infinity, 2 ** 53, '1', null]],
  ['Kobo', Kobo, [0, -5, 150_050], [0.5, 2 ** 53, '1.00', null]],
  [
    'Day',
    Day,
    ['2026-02-28', '2028-02-29'],
    ['2026-02-29', '2026-2-1', '28-02-2026', '2026-02-28T00:00', ''],
  ],
  [
    'Phone',
    Phone,
    ['08030000000'],
    [
      '0803000000',
      '080300000000',
      '+2348030000',
      '0803000000O',
      '08030000000\n',
      '٠٨٠٣٠٠٠٠٠٠٠',
      8_030_000_000,
    ],
  ],
  [
    'Email',
    Email,
    ['ada@alajo.test', 'Ada.O+x@shop.co.uk'],
    ['ada', 'ada@', '@alajo.test', 'a b@alajo.test', 'a@b.co\r\nBcc: c@d.co', 'a@b.co, c@d.co', ''],
  ],
  [
    'FullName',
    FullName,
    ['Ada', "Ade-Bayo O'Neil", 'Ọláṣubọ̀mí'],
    ['', '   ', 'x'.repeat(121), 'A\nB', 'A\0', 7],
  ],
  ['Text', Text, ['', 'two\nlines', 'x'.repeat(2000)], ['x'.repeat(2001), 'a\0b', 7]],
  ['SearchText', SearchText, ['', '%', 'x'.repeat(100)], ['x'.repeat(101), '\0']],
  [
    'a page',
    page,
    [{ page: 1 }, { page: 2, perPage: 100, download: 'csv' }],
    [{}, { page: 0 }, { page: 1, perPage: 101 }, { page: 1, download: 'pdf' }],
  ],
] as const)('%s', (_name, schema, good, bad) => {
  it.each(good.map((value) => [value]))('accepts %j', (value) => expect(accepts(schema, value)).toBe(true))
  it.each(bad.map((value) => [value]))('rejects %j', (value) => expect(accepts(schema, value)).toBe(false))
})

it('defaults to 100 rows a page', () => expect(v.parse(page, { page: 1 })).toEqual({ page: 1, perPage: 100 }))
