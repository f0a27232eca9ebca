import { formatNaira, koboOf } from '../money/kobo'
import { showDate } from '../time/lagos'

/** A select filter: its name in the address, its label and options. */
export type Choice = {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  /** The option for no filter, where one need not be chosen. */
  all?: string
}
/** Label and value, as shown to people. */
export type Words = { label: string; value: string }

const labels: Record<string, string> = {
  search: 'Search',
  start_date: 'Start date',
  end_date: 'End date',
  day: 'Day',
  subject: 'Record',
  reference: 'Change',
  amount_from: 'Amount from',
  amount_to: 'Amount to',
  ends_from: 'Ends from',
  ends_to: 'Ends to',
}

const days = ['start_date', 'end_date', 'day', 'ends_from', 'ends_to']
const amounts = ['amount_from', 'amount_to']
function amountText(value: string) {
  const kobo = koboOf(value)
  return kobo === undefined ? value : formatNaira(kobo)
}

export const weekText = (week: string) => (week === 'last' ? 'Last week' : 'This week')

/** The text of the filter of agents' cash: 'since before today'. */
export const holdingText = (holding: string) => (holding === 'before' ? 'since before today' : 'now')

/** The text of the waiting filter: 'for your first approval'. */
export const waitingText = (filter: string): string => waitingTexts[filter] ?? waitingTexts.mine ?? filter
const waitingTexts: Record<string, string> = {
  first: 'for your first approval',
  second: 'for your second approval',
  mine: 'for you',
  payment: 'for their payment',
}

/** Filters that are set or not, by name. */
export const shownWords: Record<string, string> = {
  owing: 'Owing',
  late: 'Late',
  inactive: 'Inactive',
  unattended: 'No active agent',
  frozen: 'Frozen',
}

/** The active filters of a list, with the labels of its form. */
export function filterWords(
  filters: Readonly<Record<string, string>>,
  choices: readonly Choice[] = [],
): Words[] {
  return Object.entries(filters)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => {
      const choice = choices.find((one) => one.name === name)
      if (choice)
        return {
          label: choice.label,
          value: choice.options.find((option) => option.value === value)?.label ?? value,
        }
      if (name === 'week') return { label: 'Week', value: weekText(value) }
      if (name === 'holding') return { label: 'Cash held', value: holdingText(value) }
      if (shownWords[name]) return { label: 'Only', value: shownWords[name] }
      if (name === 'waiting') return { label: 'Waiting', value: waitingText(value) }
      return {
        label: labels[name] ?? name,
        value: days.includes(name) ? showDate(value) : amounts.includes(name) ? amountText(value) : value,
      }
    })
}

/** 'Business type: Profit; Search: LR-', or 'None'. */
export const wordsText = (words: readonly Words[]): string =>
  words.map(({ label, value }) => `${label}: ${value}`).join('; ') || 'None'
