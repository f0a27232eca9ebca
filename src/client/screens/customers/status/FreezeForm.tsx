import type { ReactNode } from 'react'
import { calls } from '#contract/index'
import { showDateTime } from '#domain/time/lagos'
import { enabledUntilDone, useSubmit } from '#api/changes/useSubmit'
import { useCall } from '#api/useCall'
import { ChangeForm } from '#forms/ChangeForm'
import { BackLink, useGo } from '#routing/navigation'
import { Ready } from '#ui/feedback/Ready'
import { Field } from '#ui/form/Field'
import { useFields } from '#ui/form/useFields'
import { Screen } from '#ui/layout/Screen'
import { Fact, Facts } from '#ui/text/Facts'
import { nameOf, useCustomer } from '../useCustomer'

const { freezeCustomer, getCustomerFreezes } = calls.customers
const { reason } = freezeCustomer.input.entries

type Props = {
  customerId: number
  call: (typeof calls.customers)['freezeCustomer' | 'unfreezeCustomer']
  actionLabel: string
  danger?: boolean
  children: ReactNode
}

/** Freezes one customer, or lifts that, with a reason; then opens the customer. */
export function FreezeForm({ customerId, call, actionLabel, danger = false, children }: Props) {
  const go = useGo()
  const submit = useSubmit(call)
  const customer = useCustomer(customerId, enabledUntilDone(submit))
  const freezes = useCall(getCustomerFreezes, { customer_id: customerId }, enabledUntilDone(submit))
  const fields = useFields({ reason }, { reason: '' })
  return (
    <Screen actions={<BackLink to="customers">Back to customers</BackLink>}>
      <Ready query={customer}>
        {(one) => (
          <Ready query={freezes}>
            {({ data: { frozen, against, freezes: all } }) => {
              const standing = all.find(({ lifted_at }) => lifted_at === null)
              const isDone = frozen === (call === freezeCustomer)
              const doneReason = `${nameOf(one)} is ${frozen ? 'frozen already' : 'not frozen'}.`
              return (
                <ChangeForm
                  fields={fields}
                  call={call}
                  submit={submit}
                  danger={danger}
                  actionLabel={actionLabel}
                  disabledReason={isDone ? doneReason : (against ?? undefined)}
                  onSubmit={() =>
                    submit.mutate(
                      { ...fields.body(), customer_id: customerId },
                      {
                        about: { name: nameOf(one) },
                        onSuccess: () => go('customerDetails', { user_id: customerId }),
                      },
                    )
                  }
                >
                  <Facts>
                    <Fact label="Customer">{`${nameOf(one)}, ${one.reference}`}</Fact>
                    {standing && (
                      <>
                        <Fact label="Frozen">{`${standing.frozen_by_name}, ${showDateTime(standing.created_at)}`}</Fact>
                        <Fact label="Reason Then">{standing.reason}</Fact>
                      </>
                    )}
                  </Facts>
                  <Field fields={fields} name="reason" label="Reason" multiline />
                  <div>{children}</div>
                </ChangeForm>
              )
            }}
          </Ready>
        )}
      </Ready>
    </Screen>
  )
}
