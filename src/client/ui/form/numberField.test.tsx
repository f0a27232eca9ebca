import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { ClipboardEvent, DragEvent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { allCalls, calls } from '#contract/index'
import {
  Amount,
  AmountOrZero,
  BasisPoints,
  Kobo,
  maxCustomerAmount,
  amountUpTo,
  Text,
} from '#contract/values'
import { fromWire, wireFormOf } from '#domain/wire'
import { Field } from './Field'
import { numberField } from './numberField'
import { useFields } from './useFields'

/** What a field shows after a paste, or undefined if it takes nothing over. */
function putInto(text: string, { locked = false, by = 'onPaste' as 'onPaste' | 'onDrop' } = {}) {
  let shown: string | undefined
  let isPrevented = false
  const field = numberField('decimal', (whole) => (shown = whole), locked)
  const data = { getData: () => text }
  const event = { preventDefault: () => (isPrevented = true), clipboardData: data, dataTransfer: data }
  if (by === 'onPaste') field.onPaste(event as unknown as ClipboardEvent)
  else field.onDrop(event as unknown as DragEvent)
  expect(isPrevented).toBe(true)
  return shown
}

describe('what is pasted or dropped', () => {
  it.each([
    ['=2500', '=2500'],
    ['500\n600', '500 600'],
    ['500\r\n600\r\n', '500 600'],
    ['500\t600', '500 600'],
    [' 2,500.00\n', '2,500.00'],
    [`2500${' '.repeat(60)}1`, '2500 1'],
    [`${'0'.repeat(39)}25`, `${'0'.repeat(39)}2…`],
    ['25\u200B00', '25\u200B00'],
    [' \n ', undefined],
  ])('as %j is shown as %j', (text, shown) => {
    for (const by of ['onPaste', 'onDrop'] as const) expect(putInto(text, { by })).toBe(shown)
    expect(putInto(text, { locked: true })).toBeUndefined()
  })

  it('is refused, or is the amount that it says', () => {
    const schema = amountUpTo(maxCustomerAmount, 'Too much')
    const read = (text: string) => {
      const parsed = v.safeParse(schema, fromWire(schema, putInto(text)))
      return parsed.success ? parsed.output : undefined
    }
    for (const text of ['2500', '₦2,500', '2,500.00', '2500.0\n']) expect(read(text)).toBe(250_000)
    const refused = [
      '=2500',
      '2500=',
      '-5',
      '1e3',
      '1.000,50',
      '25.00.00',
      '２５００',
      '25\u200B00',
      '2500\n600',
    ]
    for (const text of [...refused, `${'0'.repeat(39)}25`]) expect(read(text), text).toBeUndefined()
  })
})

function OneField({ schema }: { schema: v.GenericSchema }) {
  return <Field fields={useFields({ one: schema }, { one: '' })} name="one" label="One" />
}

it('a field is one of numbers by its schema', () => {
  const isDecimal = (schema: v.GenericSchema) =>
    renderToStaticMarkup(<OneField schema={schema} />).includes('inputMode="decimal"')
  const entered = allCalls.flatMap(({ kind, input }) =>
    kind === 'write' ? Object.values(input.entries) : [],
  )
  const money = entered.filter((schema) => ['naira', 'percent'].includes(wireFormOf(schema) ?? ''))
  expect(money.length).toBeGreaterThan(12)
  for (const schema of [...money, Amount, AmountOrZero, Kobo, BasisPoints])
    expect(isDecimal(schema as v.GenericSchema)).toBe(true)
  expect(isDecimal(Text)).toBe(false)
  expect(isDecimal(calls.cash.recordRemittance.input.entries.agent_id)).toBe(false)
})

it('screens have no field of numbers but these', () => {
  const root = path.join(import.meta.dirname, '../..')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx$/.test(file),
  )
  expect(files.length).toBeGreaterThan(200)
  const own = files.filter((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    const inputs = text.match(/<(?:input|textarea|TextField|OutlinedInput|InputBase)\b(?:=>|[^>])*>/g) ?? []
    return inputs.some(
      (input) => !/type="(?:checkbox|radio|file|date|month)"|numberField\(|\bselect\b(?!\()/.test(input),
    )
  })
  // Texts: searches, names of views, choices, sign-in. Field has the fields of forms.
  expect(own.toSorted()).toEqual([
    'forms/DecisionForm.tsx',
    'lists/views/ViewNameDialog.tsx',
    'screens/admins/AdminCards.tsx',
    'screens/collections/SheetChoice.tsx',
    'screens/session/signInParts.tsx',
    'shell/search/SearchDialog.tsx',
    'ui/form/Field.tsx',
    'ui/form/FilterForm.tsx',
    'ui/form/ListSearch.tsx',
    'ui/form/choices/Chooser.tsx',
    'ui/form/choices/PermissionMatrix.tsx',
    'ui/table/tools/TableTools.tsx',
  ])
})
