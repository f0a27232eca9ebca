import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import type { BodyOf, NamedWrite } from '#contract/call'
import type { Kobo } from '#contract/values'
import { addKobo, formatNaira, nairaOf, subtractKobo } from '#domain/money/kobo'
import { openDays } from '#domain/time/collectionDays'
import { type Submit, useSubmit } from '#api/changes/useSubmit'
import { collectionDays, dayText } from '#ui/form/choices/collectionDays'
import { Field } from '#ui/form/Field'
import { parseAmount } from '#ui/form/parseAmount'
import { useFields } from '#ui/form/useFields'
import { Result } from '#ui/feedback/Result'
import { BalanceChange } from '#ui/text/BalanceChange'
import { Fact, Facts } from '#ui/text/Facts'
import { useFilledAmount } from './useFilledAmount'
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
  /** The balance that the cash is added to, or that it is taken from: then its name, which completes 'Only ₦5.00 is …'. */
  balance: Kobo
  takenFrom?: 'Owed' | 'Left to recover'
  /** Amounts to choose from. */
  suggestions?: readonly { label: string; amount: Kobo }[]
  question: string
  /** What happens to the amount, after it is named. */
  consequence: string
  /** The facts to confirm, beside the balances. */
  facts: ReactNode
  /** What the amount does, beside the balances. */
  effectOf?: (amount: Kobo) => ReactNode
  disabledReason?: string | undefined
  /** To fill in. */
  filled?: string | undefined
  /** The hint at a day of collection before today; only for calls that take such a day. */
  earlierDay?: string
  /** Days that are closed; what is of one the server refuses. */
  closedDays?: readonly string[] | undefined
  /** The reference and the new balance of a reply. */
  resultOf: (submit: Submit<C>) => { reference: string; balance: Kobo } | undefined
}

/** Cash that is paid at the counter: an amount, the balance before and after, and a question before it is sent. */
export function CashForm<C extends NamedWrite>(props: Props<C>) {
  const {
    call,
    schema,
    verb,
    subject,
    name,
    balance,
    takenFrom,
    suggestions = [],
    earlierDay,
    closedDays = [],
  } = props
  const submit = useSubmit(call)
  const tooMuch = (amount: Kobo) =>
    takenFrom && amount > balance && `Only ${formatNaira(balance)} is ${takenFrom.toLowerCase()}.`
  // An empty day is today, also after midnight.
  const fields = useFields(
    { amount: schema, day: v.string() },
    { amount: '', day: '' },
    {
      amount: (values) => {
        const entered = parseAmount(schema, values.amount)
        return (entered && tooMuch(entered)) || undefined
      },
    },
  )
  useFilledAmount(props.filled, (value) => fields.set('amount', value))
  const entered = parseAmount(schema, fields.values.amount)
  const amount = entered && !tooMuch(entered) ? entered : undefined
  const { day } = fields.values
  const [today = '', ...earlierDays] = collectionDays(openDays)
  const closed = earlierDay !== undefined && closedDays.includes(day || today) ? day || today : undefined
  // What penalties an earlier day takes back, the server knows.
  const isKnown = !takenFrom || day === ''
  const after = amount && isKnown ? (takenFrom ? subtractKobo : addKobo)(balance, amount) : undefined
  const changes = (
    <>
      <BalanceChange label={takenFrom ?? 'Balance'} before={balance} after={after} />
      {day && <Fact label="Collected">{dayText(day)}</Fact>}
      {amount && isKnown && props.effectOf?.(amount)}
    </>
  )
  const actionLabel = amount ? `${verb} ${formatNaira(amount)}` : props.actionLabel
  const send = () => {
    const { amount: sent } = fields.body()
    const dated = earlierDay === undefined ? {} : { day: day || today }
    const body = { ...subject, ...dated, amount: sent } as BodyOf<C>
    submit.mutate(body, { about: { name }, onSuccess: fields.reset })
  }
  const question = amount && {
    title: props.question,
    text: `${formatNaira(amount)} ${props.consequence}`,
    facts: (
      <>
        {props.facts}
        {changes}
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
      disabledReason={props.disabledReason ?? (closed && closedReason(closed))}
    >
      <Field fields={fields} name="amount" label="Amount" hint="In naira, such as 5,000.00" />
      {suggestions.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {suggestions.map((one) => (
            <Button
              key={one.label}
              variant="outlined"
              onClick={() => fields.set('amount', nairaOf(one.amount))}
            >
              {`${one.label} ${formatNaira(one.amount)}`}
            </Button>
          ))}
        </Box>
      )}
      {earlierDay !== undefined && (
        <Field
          fields={fields}
          name="day"
          label="Collected on"
          emptyLabel={`Today, ${dayText(today)}`}
          options={earlierDays.map((value) => ({
            value,
            label: closedDays.includes(value) ? `${dayText(value)}, closed` : dayText(value),
          }))}
          {...(day !== '' && { hint: earlierDay })}
        />
      )}
      <Facts>{changes}</Facts>
      {result && (
        <Result>
          {`Reference ${result.reference}. ${takenFrom === 'Owed' ? 'Still owed' : (takenFrom ?? 'New balance')}: ${formatNaira(result.balance)}.`}
        </Result>
      )}
    </ConfirmedForm>
  )
}

const closedReason = (day: string) =>
  `${dayText(day)} is closed. Choose another day, or request its opening: another admin decides on it.`
