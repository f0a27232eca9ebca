import { calls } from '#contract/index'
import type { OutputOf } from '#contract/call'
import { planChangeColumns, type SavingPlanChanges } from '#contract/calls/savingChanges'
import { nairaOf } from '#domain/money/kobo'
import { showDate } from '#domain/time/lagos'
import { useCall } from '#api/useCall'
import { enabledUntilDone, type Submit, useSubmit } from '#api/changes/useSubmit'
import { ChangeForm } from '#forms/ChangeForm'
import { ContributionFields, contributionEntries, noMarketDay } from '#forms/contributionFields'
import { BackLink, useGo, useRouteState } from '#routing/navigation'
import { Empty } from '#ui/feedback/Empty'
import { Ready } from '#ui/feedback/Ready'
import { useFields } from '#ui/form/useFields'
import { Card } from '#ui/layout/Card'
import { Screen } from '#ui/layout/Screen'
import { ShortTable } from '#ui/table/ShortTable'
import { Fact, Facts } from '#ui/text/Facts'

const { changeSavingPlan, getPlanChanges, getSavingChoices } = calls.savings

/** Changes what a customer means to pay into a wallet from its next cycle on. */
export default function SavingPlanChange() {
  const { savings_id } = useRouteState('savingPlanChange')
  const submit = useSubmit(changeSavingPlan)
  const saving = useCall(getPlanChanges, { savings_id }, enabledUntilDone(submit))
  const choices = useCall(getSavingChoices, {}, enabledUntilDone(submit))
  return (
    <Screen
      note="A change holds from the wallet’s next cycle on; until then the plan stays. A newer change for the same day replaces it."
      actions={<BackLink to="savingsPortfolio">Back to savings portfolio</BackLink>}
    >
      <Ready query={saving}>
        {({ data }) => (
          <>
            <Ready query={choices}>
              {({ data: { markets } }) => <PlanForm saving={data} markets={markets} submit={submit} />}
            </Ready>
            <Card title="Changes">
              {data.changes.length === 0 ? (
                <Empty>The plan of this wallet never changed</Empty>
              ) : (
                <ShortTable label="Changes" columns={planChangeColumns} rows={data.changes} />
              )}
            </Card>
          </>
        )}
      </Ready>
    </Screen>
  )
}

type Props = {
  saving: SavingPlanChanges
  markets: OutputOf<typeof getSavingChoices>['data']['markets']
  submit: Submit<typeof changeSavingPlan>
}

function PlanForm({ saving, markets, submit }: Props) {
  const go = useGo()
  const { id, reference, customer_name, customer_reference, saving_type_name, status, from_day, next } =
    saving
  const isMarket = saving.category === 'market'
  const fields = useFields(
    contributionEntries,
    {
      fixed_amount: nairaOf(next.fixed_amount),
      deposit_type: next.deposit_type,
      market_id: next.market_id === null ? '' : String(next.market_id),
    },
    { market_id: ({ market_id }) => noMarketDay(isMarket, market_id) },
  )
  const send = () => {
    const { market_id, ...body } = fields.body()
    submit.mutate(
      { savings_id: id, ...body, ...(isMarket && { market_id: Number(market_id) }) },
      { about: { name: customer_name }, onSuccess: () => go('savingsPortfolio') },
    )
  }
  return (
    <ChangeForm
      fields={fields}
      call={changeSavingPlan}
      submit={submit}
      onSubmit={send}
      actionLabel="Change Savings Plan"
      disabledReason={status === 'closed' ? `Savings wallet ${reference} is closed.` : undefined}
    >
      <Facts>
        <Fact label="Customer">{`${customer_name}, ${customer_reference}`}</Fact>
        <Fact label="Savings wallet">{`${saving_type_name} ${reference}`}</Fact>
        <Fact label="Now">{saving.contribution}</Fact>
        <Fact label="Next cycle">{showDate(from_day)}</Fact>
        {next.contribution !== saving.contribution && <Fact label="From then">{next.contribution}</Fact>}
      </Facts>
      <ContributionFields fields={fields} isMarket={isMarket} markets={markets} present={next} />
    </ChangeForm>
  )
}
