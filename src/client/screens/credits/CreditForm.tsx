import type { ReactNode } from 'react'
import type { Kobo } from '#contract/values'
import { formatNaira } from '#domain/money/kobo'
import type { Submit } from '#api/changes/useSubmit'
import type { calls } from '#contract/index'
import { ChangeForm } from '#forms/ChangeForm'
import { useGo } from '#routing/navigation'
import { Field } from '#ui/form/Field'
import { parseAmount } from '#ui/form/parseAmount'
import { useFields } from '#ui/form/useFields'
import { Facts } from '#ui/text/Facts'

type CreditCall = (typeof calls.credits)['requestCustomerCredit' | 'requestMainWalletCredit']
type Props<C extends CreditCall> = {
  call: C
  submit: Submit<C>
  onSend: (body: { amount: Kobo; reason: string }, onSuccess: () => void) => void
  disabledReason?: string | undefined
  children: ReactNode
}

/** An amount and a reason. */
export function CreditForm<C extends CreditCall>({
  call,
  submit,
  onSend,
  disabledReason,
  children,
}: Props<C>) {
  const go = useGo()
  const { amount, reason } = call.input.entries
  const fields = useFields({ amount, reason }, { amount: '', reason: '' })
  const entered = parseAmount(amount, fields.values.amount)
  return (
    <ChangeForm
      title="Request"
      fields={fields}
      call={call}
      submit={submit}
      onSubmit={() => onSend(fields.body(), () => go('creditRequests'))}
      actionLabel={entered ? `Request credit of ${formatNaira(entered)}` : 'Request Credit'}
      disabledReason={disabledReason}
    >
      <Facts>{children}</Facts>
      <Field fields={fields} name="amount" label="Amount" hint="In naira, such as 50,000.00" />
      <Field fields={fields} name="reason" label="Reason" multiline />
      <div>Another admin must approve it. Nothing is credited before.</div>
    </ChangeForm>
  )
}
