import Alert from '@mui/material/Alert'
import type { ReactNode } from 'react'
import type * as v from 'valibot'
import type { BodyOf, NamedWrite } from '#contract/call'
import type { Kobo } from '#contract/values'
import { addKobo, formatNaira } from '#domain/money/kobo'
import { type Submit, useSubmit } from '#api/useSubmit'
import { Field } from '#ui/form/Field'
import { parseAmount } from '#ui/form/parseAmount'
import { useFields } from '#ui/form/useFields'
import { BalanceChange } from '#ui/text/BalanceChange'
import { Facts } from '#ui/text/Facts'
import { ConfirmedForm } from './ConfirmedForm'

type Props<C extends NamedWrite> = {
  call: C
  /** The call's amount. */
  schema: v.GenericSchema<unknown, Kobo>
  title: string
  /** What the button does with the amount: 'Credit ₦500.00'. */
  verb: string
  /** The button's label without an amount. */
  actionLabel: string
  /** The body without the amount. */
  subject: Partial<BodyOf<C>>
  /** Names the customer while the change is unconfirmed. */
  name: string
  /** The balance that the cash is added to. */
  balance: Kobo
  question: string
  /** What happens to the amount, after it is named. */
  consequence: string
  /** The facts to confirm, beside the balances. */
  facts: ReactNode
  disabledReason?: string | undefined
  /** The reference and the new balance of a reply. */
  resultOf: (submit: Submit<C>) => { reference: string; balance: Kobo } | undefined
}

/** Cash that is paid in at the counter: an amount, the balance before and after, and a question before it is sent. */
export function CashForm<C extends NamedWrite>(props: Props<C>) {
  const { call, schema, verb, subject, name, balance } = props
  const submit = useSubmit(call)
  const fields = useFields({ amount: schema }, { amount: '' })
  const amount = parseAmount(schema, fields.values.amount)
  const after = amount && addKobo(balance, amount)
  const actionLabel = amount ? `${verb} ${formatNaira(amount)}` : props.actionLabel
  const send = () => {
    const body = { ...fields.body(), ...subject } as BodyOf<C>
    submit.mutate(body, { about: { name }, onSuccess: fields.reset })
  }
  const question = amount && {
    title: props.question,
    text: `${formatNaira(amount)} ${props.consequence}`,
    facts: (
      <>
        {props.facts}
        <BalanceChange before={balance} after={after} />
      </>
    ),
  }
  const result = props.resultOf(submit)
  return (
    <ConfirmedForm
      title={props.title}
      fields={fields}
      call={call}
      submit={submit}
      subject={subject}
      question={question}
      onConfirm={send}
      actionLabel={actionLabel}
      disabledReason={props.disabledReason}
    >
      <Field of={fields} name="amount" label="Amount" inputMode="decimal" hint="In naira, such as 5,000.00" />
      <Facts>
        <BalanceChange before={balance} after={after} />
      </Facts>
      {result && (
        <Alert severity="success" role="status">
          {`Reference ${result.reference}. New balance: ${formatNaira(result.balance)}.`}
        </Alert>
      )}
    </ConfirmedForm>
  )
}
