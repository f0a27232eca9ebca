import { businessSettings, type SettingKey, type SettingKind } from '#contract/businessSettings'
import { phoneOf } from './text/entered'
import { formatCount } from './money/figures'
import { formatNaira, kobo, koboOf, nairaOf } from './money/kobo'

/** As it is stored: kobo, an hour, a number, a phone number, 1 or 0; null is none. */
export type StoredSetting = number | null

type Words = {
  /** From what was entered; undefined for anything else. */
  parse: (entry: string) => number | undefined
  entryOf: (value: number) => string
  textOf: (value: number) => string
  fault: string
}
/** As it is dialled: its first 0 is not stored. */
export const phoneText = (value: number) => String(value).padStart(11, '0')
const whole = (least: number, most: number) => (entry: string) =>
  /^\d{1,9}$/.test(entry) && Number(entry) >= least && Number(entry) <= most ? Number(entry) : undefined

/** 'midnight', '18:00'. */
export const hourText = (hour: number) => (hour === 0 ? 'midnight' : `${String(hour).padStart(2, '0')}:00`)

const words: Record<SettingKind, Words> = {
  switch: {
    parse: (entry) => (entry === 'on' ? 1 : entry === 'off' ? 0 : undefined),
    entryOf: (value) => (value === 1 ? 'on' : 'off'),
    textOf: (value) => (value === 1 ? 'On' : 'Off'),
    fault: 'Please select on or off.',
  },
  amount: {
    parse: (entry) => {
      const amount = koboOf(entry)
      return amount !== undefined && amount >= 0 ? amount : undefined
    },
    entryOf: (value) => nairaOf(kobo(value)),
    textOf: (value) => formatNaira(kobo(value)),
    fault: 'Please enter a valid amount.',
  },
  hour: {
    parse: whole(0, 23),
    entryOf: String,
    textOf: (value) => (value === 0 ? 'Midnight' : hourText(value)),
    fault: 'Please enter an hour from 0 to 23.',
  },
  number: {
    parse: whole(0, 1_000_000),
    entryOf: String,
    textOf: formatCount,
    fault: 'Please enter a whole number.',
  },
  phone: {
    parse: (entry) => {
      const phone = phoneOf(entry)
      return phone === undefined ? undefined : Number(phone)
    },
    entryOf: phoneText,
    textOf: phoneText,
    fault: 'Please enter a phone number of 11 digits.',
  },
}

/** The value that was entered for a setting, or what is wrong with it. Empty is none, where there can be none. */
export function enteredSetting(key: SettingKey, entry: string): { value: StoredSetting } | { fault: string } {
  const { kind, default: unset } = businessSettings[key]
  const text = entry.trim()
  if (text === '' && unset === null) return { value: null }
  const value = words[kind].parse(text)
  return value === undefined ? { fault: words[kind].fault } : { value }
}

/** A value as it is entered again. */
export const settingEntry = (key: SettingKey, value: StoredSetting) =>
  value === null ? '' : words[businessSettings[key].kind].entryOf(value)

/** A value for people: 'On', '₦500,000.00', '18:00', 'None'. */
export const settingText = (key: SettingKey, value: StoredSetting) =>
  value === null ? 'None' : words[businessSettings[key].kind].textOf(value)
