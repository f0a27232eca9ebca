import { calls } from '#contract/index'
import { type Market, MarketStatus } from '#contract/calls/markets'
import { anyOf } from '#contract/permissions'
import { ChangeForm } from '#forms/ChangeForm'
import { BackLink, useGo, useRouteState } from '#routing/navigation'
import { useCan } from '#auth/permissions'
import { useSubmit } from '#api/changes/useSubmit'
import { Field } from '#ui/form/Field'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { useFields } from '#ui/form/useFields'
import { periodOptions } from './periodOptions'
import { useMarket } from './useMarket'

const { updateMarket } = calls.markets
const { marketId: _id, ...entries } = updateMarket.input.entries
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
  const submit = useSubmit(updateMarket)
  const { id, name, state, lga, status } = market
  const fields = useFields(entries, { name, state, lga, period: String(market.period), status })
  const send = () =>
    submit.mutate(
      { ...fields.body(), marketId: id },
      { about: { name: fields.values.name }, onSuccess: () => go('markets') },
    )
  return (
    <ChangeForm
      fields={fields}
      call={updateMarket}
      submit={submit}
      onSubmit={send}
      actionLabel="Update Market Day"
    >
      <Field fields={fields} name="name" label="Market Name" readOnly />
      <Field fields={fields} name="state" label="State" readOnly />
      <Field fields={fields} name="lga" label="LGA" readOnly />
      <Field fields={fields} name="period" label="Market Day Period" options={periodOptions} />
      {can(setStatus, 'write') ? (
        <Field fields={fields} name="status" label="Status" options={MarketStatus.options} />
      ) : (
        <Field fields={fields} name="status" label="Status" readOnly />
      )}
    </ChangeForm>
  )
}
