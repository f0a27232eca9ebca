import { type Kobo, maxCustomerAmount } from '#contract/values'
import { addKobo, formatNaira, koboOf, kobo } from '#domain/money/kobo'

/** The notes that are counted, in naira. */
export const noteValues = [1000, 500, 200, 100, 50, 20, 10, 5] as const
type NoteValue = (typeof noteValues)[number]

/** What is typed about the cash: how many notes of each kind, or one amount. */
export type CashText = { text: string; notes: Partial<Record<NoteValue, string>> }
export const noCash: CashText = { text: '', notes: {} }

export const isByNotes = ({ notes }: CashText) => Object.values(notes).some((text) => text.trim() !== '')

/** How many notes; undefined if the text is no whole number. */
export const notesOf = (text: string): number | undefined =>
  /^\d{0,6}$/.test(text.trim()) ? Number(text) : undefined

/** All that is typed about the cash, in words; undefined without a count. */
export function cashText(cash: CashText): string | undefined {
  const notes = noteValues.flatMap((value) =>
    cash.notes[value]?.trim() ? `₦${value} × ${cash.notes[value]}` : [],
  )
  const typed = notes.length > 0 ? notes.join(', ') : cash.text.trim()
  if (typed === '') return undefined
  const count = countOf(cash)
  return count === undefined ? `${typed}: not an amount` : formatNaira(count)
}

/** The counted cash: zero without a count, undefined if a text can't be understood. */
export function countOf(cash: CashText): Kobo | undefined {
  if (!isByNotes(cash)) {
    if (cash.text.trim() === '') return kobo(0)
    const amount = koboOf(cash.text)
    return amount !== undefined && amount >= 0 && amount <= maxCustomerAmount ? amount : undefined
  }
  let sum = kobo(0)
  for (const value of noteValues) {
    const notes = notesOf(cash.notes[value] ?? '')
    if (notes === undefined) return undefined
    sum = addKobo(sum, kobo(notes * value * 100))
  }
  return sum <= maxCustomerAmount ? sum : undefined
}
