import { useMemo } from 'react'
import * as v from 'valibot'
import type { DepositType } from '#contract/calls/savingChanges'
import { calls } from '#contract/index'
import type { OutputOf } from '#contract/call'
import { marketRowText } from '#domain/time/markets'
import { Field } from '#ui/form/Field'
import { FieldPair } from '#ui/form/FieldPair'
import type { Fields } from '#ui/form/useFields'

const { getSavingChoices, changeSavingPlan } = calls.savings
const { fixed_amount, deposit_type } = changeSavingPlan.input.entries

/** The entries of what a customer means to pay each time. The market day is empty unless the wallet needs one. */
export const contributionEntries = { fixed_amount, deposit_type, market_id: v.string() }

type Market = OutputOf<typeof getSavingChoices>['data']['markets'][number]
type Props = {
  fields: Fields<typeof contributionEntries>
  isMarket: boolean
  markets: readonly Market[]
  /** Markets of this LGA come first. */
  lga?: string | null | undefined
  /** The wallet's own market, which stays also if it is inactive. */
  present?: { market_id: number | null; market: string | null }
}

const howOften = [
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
  { value: 'monthly', label: 'Monthly' },
] satisfies { value: (typeof DepositType.options)[number]; label: string }[]

export function ContributionFields({ fields, isMarket, markets, lga, present }: Props) {
  const active = useMemo(
    () =>
      markets
        .toSorted((a, b) => Number(b.lga === lga) - Number(a.lga === lga))
        .map((market) => ({
          value: String(market.id),
          label: `${market.name}, ${market.lga} (${marketRowText(market)})`,
        })),
    [markets, lga],
  )
  const own = { value: String(present?.market_id), label: present?.market ?? '' }
  const options =
    !present?.market || active.some(({ value }) => value === own.value) ? active : [own, ...active]
  return (
    <>
      {isMarket && <Field fields={fields} name="market_id" label="Market Day" options={options} />}
      <FieldPair>
        <Field
          fields={fields}
          name="fixed_amount"
          label="Fixed Amount"
          hint="What the customer means to pay each time, in naira. A deposit may differ."
        />
        <Field fields={fields} name="deposit_type" label="Deposits" options={howOften} />
      </FieldPair>
    </>
  )
}

export const noMarketDay = (isMarket: boolean, market_id: string) =>
  isMarket && market_id === '' ? 'Please select a market day.' : undefined
