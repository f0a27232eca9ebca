import { today as serverToday } from '#device/today'
import { calls } from '#contract/index'
import { type Market, MarketStatus } from '#contract/calls/markets'
import { anyOf } from '#contract/permissions'
import { nextWeekday } from '#domain/time/weekdays'
import { ChangeForm } from '#forms/ChangeForm'
import { BackLink, useGo, useRouteState } from '#routing/navigation'
import { useCan } from '#auth/permissions'
import { useSubmit } from '#api/changes/useSubmit'
import { Field } from '#ui/form/Field'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { useFields } from '#ui/form/useFields'
import { daysIn, isWeekly, RhythmFields, rhythmEntries, rhythmRules, weeklyIn } from './rhythm'
import { useMarket } from './useMarket'

const { updateMarket, updateMarketByDays } = calls.markets
const { name: Name, state: State, lga: Lga, status: Status } = updateMarket.input.entries
const entries = { name: Name, state: State, lga: Lga, ...rhythmEntries, status: Status }
const setStatus = anyOf('can-set-market-day-active/inactive')

export default function MarketUpdate() {
  const { market_id } = useRouteState('marketUpdate')
  return (
    <Screen actions={<BackLink to="markets">Back to market days</BackLink>}>
      <Ready query={useMarket(market_id)}>{(market) => <UpdateForm key={market.id} market={market} />}</Ready>
    </Screen>
  )
}

function UpdateForm({ market }: { market: Market }) {
  const go = useGo()
  const can = useCan()
  const weekly = useSubmit(updateMarket)
  const byDays = useSubmit(updateMarketByDays)
  const { id: marketId, name, state, lga, status, every_days, from_day } = market
  const fields = useFields(
    entries,
    {
      name,
      state,
      lga,
      held: every_days === null ? 'weekly' : 'days',
      period: String(market.period),
      every_days: every_days === null ? '' : String(every_days),
      from_day: from_day ?? '',
      status,
    },
    rhythmRules,
  )
  const options = { about: { name }, onSuccess: () => go('markets') }
  const form = {
    fields,
    actionLabel: 'Update Market Day',
    children: (
      <>
        <Field fields={fields} name="name" label="Market Name" readOnly />
        <Field fields={fields} name="state" label="State" readOnly />
        <Field fields={fields} name="lga" label="LGA" readOnly />
        <RhythmFields fields={fields} />
        {can(setStatus, 'write') ? (
          <Field fields={fields} name="status" label="Status" options={MarketStatus.options} />
        ) : (
          <Field fields={fields} name="status" label="Status" readOnly />
        )}
      </>
    ),
  }
  const { period } = weeklyIn(fields.values)
  const send = () =>
    weekly.mutate({ name, state, lga, period, status: fields.body().status, marketId }, options)
  const sendByDays = () => {
    // A market of a weekday is held every 7 days.
    const rhythm = isWeekly(fields.values)
      ? { every_days: 7, from_day: nextWeekday(period, serverToday()) }
      : daysIn(fields.values)
    byDays.mutate({ marketId, status: fields.body().status, ...rhythm }, options)
  }
  return every_days === null && isWeekly(fields.values) ? (
    <ChangeForm {...form} call={updateMarket} submit={weekly} onSubmit={send} />
  ) : (
    <ChangeForm {...form} call={updateMarketByDays} submit={byDays} onSubmit={sendByDays} />
  )
}
