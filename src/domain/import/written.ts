import type { BasisPoints, Kobo } from '#contract/values'
import { nairaOf } from '../money/kobo'
import { percentNumber } from '../money/rates'
import type { Field } from './nouns'

/** A value as a person writes it, and as every import reads it: a percentage with its sign. */
export function writtenOf({ kind }: Field, value: string | number | undefined): string {
  if (value === undefined) return ''
  if (typeof kind === 'object')
    return Object.entries(kind.choices).find(([, one]) => one === value)?.[0] ?? ''
  if (kind === 'money' || kind === 'amount' || kind === 'signed') return nairaOf(value as Kobo)
  return kind === 'percent' ? `${percentNumber(value as BasisPoints)}%` : String(value)
}
