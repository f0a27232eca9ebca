import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { agentPaymentLabels, agentPaymentWays, type StatementCase } from '#contract/calls/agentPay'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { formatNaira, kobo, nairaOf, subtractKobo } from '#domain/money/kobo'
import { showDateTime } from '#domain/time/lagos'
import { monthText } from '#domain/time/months'
import { ConfirmedForm } from '#forms/ConfirmedForm'
import { selectById } from '#api/selectById'
import { enabledUntilDone, type Submit, useSubmit } from '#api/changes/useSubmit'
import { useCall } from '#api/useCall'
import { BackLink, useRouteState } from '#routing/navigation'
import { Ready } from '#ui/feedback/Ready'
import { Field } from '#ui/form/Field'
import { parseAmount } from '#ui/form/parseAmount'
import { useFields } from '#ui/form/useFields'
import { CardGrid } from '#ui/layout/CardGrid'
import { Screen } from '#ui/layout/Screen'
import { Receipt } from '#ui/print/Receipt'
import { BalanceChange } from '#ui/text/BalanceChange'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { Payments, StatementFacts } from './StatementFacts'

const { getAgentStatementCase, payAgent } = calls.agentPay
const { statement_id: _statement, ...entries } = payAgent.input.entries

/** Pays an approved statement, at the counter or by a set-off, and shows the receipt. */
export default function AgentPayment() {
  const { statement_id } = useRouteState('agentPayment')
  const submit = useSubmit(payAgent)
  // As it was when it was paid: it is not read again for the receipt.
  const [paid, setPaid] = useState<StatementCase>()
  const query = selectById(
    useCall(getAgentStatementCase, { id: statement_id }, enabledUntilDone(submit)),
    statement_id,
  )
  return (
    <Screen actions={<BackLink to="agentStatements">Back to agents commission</BackLink>}>
      {submit.data && paid ? (
        <PaymentReceipt statement={paid} payment={submit.data.data} />
      ) : (
        <Ready query={query}>
          {(statement) => (
            <CardGrid least={420}>
              <PaymentForm statement={statement} submit={submit} onPaid={() => setPaid(statement)} />
              <Stack spacing={2}>
                <StatementFacts statement={statement} />
                <Payments statement={statement} />
              </Stack>
            </CardGrid>
          )}
        </Ready>
      )}
    </Screen>
  )
}

type Props = { statement: StatementCase; submit: Submit<typeof payAgent>; onPaid: () => void }

function PaymentForm({ statement, submit, onPaid }: Props) {
  const { id: statement_id, agent, month, reference, holds, is_short } = statement
  const open = subtractKobo(statement.total, statement.paid)
  const isOwed = open < 0
  const size = kobo(Math.abs(open))
  const fields = useFields(entries, { way: isOwed ? 'set-off' : '', amount: nairaOf(size) })
  const { way } = fields.values
  const amount = parseAmount(entries.amount, fields.values.amount)
  // Only who sees what agents hold can set off (rules.md, "Blind count").
  const ways = agentPaymentWays.filter((one) =>
    one === 'cash' ? !isOwed : holds !== null && (isOwed || holds > 0),
  )
  const held = way === 'set-off' ? holds : null
  const send = () =>
    submit.mutate(
      { ...fields.body(), statement_id },
      { about: { name: `${agent}, ${monthText(month)}`, ...(amount && { amount }) }, onSuccess: onPaid },
    )
  return (
    <ConfirmedForm
      title={isOwed ? 'Charge' : 'Payment'}
      fields={fields}
      call={payAgent}
      submit={submit}
      subject={{ statement_id }}
      question={
        amount
          ? {
              title: isOwed
                ? `Charge ${formatNaira(amount)} to the cash of ${agent}?`
                : `Pay ${formatNaira(amount)} to ${agent}?`,
              text: consequenceOf(way, isOwed),
              facts: (
                <>
                  <Fact label="Statement">{`${reference}, ${monthText(month)}`}</Fact>
                  {held !== null && (
                    <BalanceChange
                      label="Cash held"
                      before={held}
                      after={kobo(isOwed ? held + amount : held - amount)}
                    />
                  )}
                </>
              ),
            }
          : undefined
      }
      onConfirm={send}
      actionLabel={actionLabelOf(amount, isOwed)}
      disabledReason={reasonOf(statement, open)}
    >
      <Facts>
        <Fact label={isOwed ? 'Owed by the agent' : 'Open'}>
          <Money amount={size} />
        </Fact>
        {holds !== null && (
          <Fact label="Cash held">
            <Money amount={holds} />
          </Fact>
        )}
      </Facts>
      <Field
        fields={fields}
        name="way"
        label="How"
        options={ways.map((value) => ({ value, label: agentPaymentLabels[value] }))}
        {...(is_short && { warning: 'The profit wallet does not cover what is open.' })}
      />
      <Field
        fields={fields}
        name="amount"
        label="Amount"
        hint="In naira, up to what is open."
        readOnly={isOwed}
        warning={amount && excessOf(amount, size, isOwed ? null : held)}
      />
    </ConfirmedForm>
  )
}

function consequenceOf(way: string, isOwed: boolean): string {
  if (isOwed)
    return 'The agent then holds that much more, and hands it in as other cash. It can’t be undone here.'
  return way === 'cash'
    ? 'It goes from the profit wallet, in cash, to the agent. It can’t be undone here.'
    : 'It goes from the profit wallet to the agent’s account: the agent holds that much less. It can’t be undone here.'
}

const actionLabelOf = (amount: Kobo | undefined, isOwed: boolean) =>
  `${isOwed ? 'Charge' : 'Pay'} ${amount ? formatNaira(amount) : ''}`.trim()

/** Why nothing can be paid on the statement. */
function reasonOf({ state, holds }: StatementCase, open: Kobo): string | undefined {
  if (state !== 2) return 'This statement is not approved.'
  if (open === 0) return 'This statement is paid.'
  return open < 0 && holds === null ? 'Only an admin who may see what agents hold can charge it.' : undefined
}

/** Why the server would refuse the amount. */
function excessOf(amount: Kobo, open: Kobo, held: Kobo | null): string | undefined {
  if (amount > open) return `${formatNaira(open)} is open.`
  return held !== null && amount > held ? `The agent holds ${formatNaira(held)}.` : undefined
}

type ReceiptProps = {
  statement: StatementCase
  payment: StatementCase['payments'][number]
}

const PaymentReceipt = ({ statement, payment }: ReceiptProps) => (
  <Receipt reference={payment.reference} by={['Agent', 'Paid by']}>
    <Fact label="Date">{showDateTime(payment.created_at)}</Fact>
    <Fact label="Agent">{statement.agent}</Fact>
    <Fact label="Statement">{`${statement.reference}, ${monthText(statement.month)}`}</Fact>
    <Fact label="How">{agentPaymentLabels[payment.way]}</Fact>
    <Fact label="Amount">
      <Money amount={payment.amount} />
    </Fact>
    <Fact label="Paid By">{payment.admin}</Fact>
  </Receipt>
)
