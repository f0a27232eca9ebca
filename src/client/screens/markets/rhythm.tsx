import * as v from 'valibot'
import { calls } from '#contract/index'
import { fromWire } from '#domain/wire'
import { Field } from '#ui/form/Field'
import type { Fields } from '#ui/form/useFields'
import { periodOptions } from './periodOptions'

const { period: Period } = calls.markets.createMarket.input.entries
const { every_days: EveryDays, from_day: FirstDay } = calls.markets.createMarketByDays.input.entries

/** How often a market is held. */
type Held = 'weekly' | 'days'
const heldOptions = [
  { value: 'weekly', label: 'Every week' },
  { value: 'days', label: 'Every few days' },
]

/** The entries of a market's rhythm; those of the other rhythm are not asked for. */
export const rhythmEntries = {
  held: v.picklist(['weekly', 'days'], 'Please select how often it is held.'),
  period: v.string(),
  every_days: v.string(),
  from_day: v.string(),
}
type Rhythm = typeof rhythmEntries
type Values = Record<keyof Rhythm, string>

const faultIn = (held: Held, schema: v.GenericSchema, name: keyof Rhythm) => (values: Values) =>
  values.held === held ? v.safeParse(schema, fromWire(schema, values[name])).issues?.[0].message : undefined

export const rhythmRules = {
  period: faultIn('weekly', Period, 'period'),
  every_days: faultIn('days', EveryDays, 'every_days'),
  from_day: faultIn('days', FirstDay, 'from_day'),
}

export const isWeekly = ({ held }: Values) => held === 'weekly'
/** What is sent of a valid rhythm. */
export const weeklyIn = ({ period }: Values) => ({ period: Number(period) })
export const daysIn = ({ every_days, from_day }: Values) => ({ every_days: Number(every_days), from_day })

export function RhythmFields({ fields }: { fields: Fields<Rhythm> }) {
  return (
    <>
      <Field fields={fields} name="held" label="Held" options={heldOptions} />
      {isWeekly(fields.values) ? (
        <Field fields={fields} name="period" label="Market Day Period" options={periodOptions} />
      ) : (
        <>
          <Field
            fields={fields}
            name="every_days"
            label="Every so many days"
            inputMode="numeric"
            hint="4 for a market that is held on each fourth day."
          />
          <Field fields={fields} name="from_day" label="From" type="date" hint="A day on which it is held." />
        </>
      )}
    </>
  )
}
