import { type Customer, inactiveCustomerMessage } from '#contract/calls/customers'
import { calls } from '#contract/index'
import type { OutputOf } from '#contract/call'
import { ChangeForm } from '#forms/ChangeForm'
import { ContributionFields, contributionEntries, noMarketDay } from '#forms/contributionFields'
import { formatNaira } from '#domain/money/kobo'
import { BackLink, useGo, useRouteState } from '#routing/navigation'
import { useCall } from '#api/useCall'
import { enabledUntilDone, type Submit, useSubmit } from '#api/changes/useSubmit'
import { Ready } from '#ui/feedback/Ready'
import { Field } from '#ui/form/Field'
import { useFields } from '#ui/form/useFields'
import { Card } from '#ui/layout/Card'
import { Screen } from '#ui/layout/Screen'
import { Fact, Facts } from '#ui/text/Facts'
import { formatRate } from '#domain/money/rates'
import { nameOf, useCustomer } from '../useCustomer'

const { openSaving, getSavingChoices } = calls.savings
const { saving_type_id, duration } = openSaving.input.entries
const entries = { saving_type_id, ...contributionEntries, duration }
const blank = { saving_type_id: '', fixed_amount: '', deposit_type: 'daily', duration: '365', market_id: '' }
/** Opens a savings wallet of one of the active types for a customer. */
export default function SavingOpen() {
  const { user_id } = useRouteState('savingOpen')
  const submit = useSubmit(openSaving)
  const customer = useCustomer(user_id, enabledUntilDone(submit))
  const choices = useCall(getSavingChoices, {}, enabledUntilDone(submit))
  return (
    <Screen actions={<BackLink to="customers">Back to customers</BackLink>}>
      <Ready query={customer}>
        {(one) => (
          <Ready query={choices}>{({ data }) => <OpenForm customer={one} submit={submit} {...data} />}</Ready>
        )}
      </Ready>
    </Screen>
  )
}

type Props = OutputOf<typeof getSavingChoices>['data'] & {
  customer: Customer
  submit: Submit<typeof openSaving>
}

function OpenForm({ customer, submit, types, markets }: Props) {
  const go = useGo()
  const typeOf = (id: string) => types.find((type) => String(type.id) === id)
  const fields = useFields(entries, blank, {
    market_id: ({ saving_type_id: id, market_id }) =>
      noMarketDay(typeOf(id)?.category === 'market', market_id),
  })
  const type = typeOf(fields.values.saving_type_id)
  const isMarket = type?.category === 'market'
  const send = () => {
    const { market_id, ...body } = fields.body()
    submit.mutate(
      { ...body, ...(isMarket && { market_id: Number(market_id) }), customer_id: customer.id },
      { about: { name: nameOf(customer) }, onSuccess: () => go('savingsPortfolio') },
    )
  }
  return (
    <>
      <Card title={nameOf(customer)} narrow>
        <Facts>
          <Fact label="Reference">{customer.reference}</Fact>
          <Fact label="Phone">{customer.phone_number}</Fact>
          <Fact label="Assigned Agent">{customer.assignedAgentName}</Fact>
        </Facts>
      </Card>
      <ChangeForm
        fields={fields}
        call={openSaving}
        submit={submit}
        onSubmit={send}
        actionLabel="Open Savings Wallet"
        disabledReason={customer.status ? undefined : inactiveCustomerMessage}
      >
        <Field
          fields={fields}
          name="saving_type_id"
          label="Saving Type"
          options={types.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(id) => fields.set('saving_type_id', id, { market_id: '' })}
          {...(type && { hint: termsOf(type) })}
        />
        <ContributionFields fields={fields} isMarket={isMarket} markets={markets} lga={customer.lga} />
        <Field
          fields={fields}
          name="duration"
          label="Duration"
          inputMode="numeric"
          hint="In days, such as 365"
        />
      </ChangeForm>
    </>
  )
}

/** 'Interest 4% a year, charge ₦100.00 a month.', or 'Interest 4% a year. Keeps one contribution of each calendar month, the first.' */
const termsOf = ({ interest, charge, terms }: Props['types'][number]) =>
  `Interest ${formatRate(interest)} a year${terms ? `. ${terms}` : `, charge ${formatNaira(charge)} a month.`} They stay so for this wallet.`
