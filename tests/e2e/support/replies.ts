import type { BrowserContext } from '@playwright/test'
import type { Column } from '#contract/call'
import { allCalls } from '#contract/index'
import { unsigned } from './portal'

/** The longest name, which is that of a person with two first names and two last names. */
export const longName = 'Oluwadamilola Oluwaseun Ajayi-Ogunbanjo Adebowale-Igwe'.slice(0, 53)
const longText =
  'The customer asked for it at the market, because the shop was closed for three days and the goods had to be paid before the rains.'
const largeAmount = 99_999_999.99

/** The columns of amounts of the calls with this path. */
const moneyFieldsOf = (path: string) =>
  allCalls
    .filter((call) => call.path === path)
    .flatMap(
      (call) =>
        (('csv' in call && call.csv) || ('whole' in call && call.whole?.columns) || []) as readonly Column[],
    )
    .filter(({ kind }) => kind === 'money')
    .map(({ field }) => field)
const isName = (field: string) =>
  /^(name|customer|agent|admin|market|full_?name|(agent|customer|admin|market)_?name|(requested|decided|approved|paid)_by)$/i.test(
    field,
  )
const isText = (field: string) =>
  ['reason', 'comment', 'purpose', 'explanation', 'home_address'].includes(field)

/** Every name of a person, a market or an agent is long, every amount large and every explanation a whole sentence. */
export function enlarged(data: unknown, path: string): unknown {
  const fields = moneyFieldsOf(path)
  const grow = (value: unknown, field: string, isRow: boolean): unknown => {
    if (Array.isArray(value)) return value.map((one) => grow(one, field, true))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, grow(one, name, isRow)]))
    // The total of a page is a count, that of a row an amount.
    if (typeof value === 'number' && isRow && fields.includes(field))
      return Number.isInteger(value) ? Math.trunc(largeAmount) : largeAmount
    if (typeof value !== 'string') return value
    if (/^-?\d+\.\d\d$/.test(value)) return `${value.startsWith('-') ? '-' : ''}${largeAmount.toFixed(2)}`
    if (isName(field)) return longName
    // A reason may also be one of some words, in lower case.
    return isText(field) && /^[A-Z]/.test(value) ? longText : value
  }
  return grow(data, '', false)
}

/** Lists without rows, and nothing in any amount. */
export function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return []
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, name === 'total' ? 0 : emptied(one)]),
    )
  return typeof value === 'string' && /^-?\d+\.\d\d$/.test(value) ? '0.00' : value
}

/** Changes the data of every reply on its way to the browser, but for the admin's own rights. */
export const changeReplies = (context: BrowserContext, change: (data: unknown, path: string) => unknown) =>
  context.route('**/api/admin/**', async (route) => {
    const path = new URL(route.request().url()).pathname.replace('/api/admin/', '')
    if (path === 'viewpermission') return route.fallback()
    const reply = await route.fetch()
    if (!reply.headers()['content-type']?.includes('json')) return route.fulfill({ response: reply })
    const body = await reply.json()
    await route.fulfill({ ...unsigned(reply), json: { ...body, data: change(body.data, path) } })
  })
