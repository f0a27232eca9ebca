import type { AgentPayment, StatementCase } from '#contract/calls/agentPay'
import { agentPaymentLabels } from '#contract/calls/agentPay'
import { formatNaira, negateKobo, subtractKobo } from '#domain/money/kobo'
import { formatRate } from '#domain/money/rates'
import { showDateTime } from '#domain/time/lagos'
import { monthText } from '#domain/time/months'
import { RowActions } from '#lists/rows/RowActions'
import { toReversal } from '#lists/rows/rowLinks'
import { RowsLink } from '#lists/RowsLink'
import { useOffers } from '#routing/navigation'
import { Empty } from '#ui/feedback/Empty'
import { Card } from '#ui/layout/Card'
import { type CardColumn, CardTable } from '#ui/table/cards/CardTable'
import { DecidedSteps } from '#ui/text/Decided'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { StatusChip } from '#ui/text/StatusChip'

type Part = { what: string; brought: StatementCase['total']; rate: string; pay: StatementCase['total'] }

const partsOf = (one: StatementCase): Part[] => [
  {
    what: 'Commissions and charges earned',
    brought: one.commissions,
    rate: formatRate(one.commission_rate),
    pay: one.commission_pay,
  },
  {
    what: 'Savings collected',
    brought: one.savings,
    rate: formatRate(one.savings_rate),
    pay: one.savings_pay,
  },
  {
    what: 'Repayments collected',
    brought: one.repayments,
    rate: formatRate(one.repayment_rate),
    pay: one.repayment_pay,
  },
]

const partColumns: readonly CardColumn<Part>[] = [
  { header: 'For', cell: ({ what }) => what },
  {
    header: 'Amount',
    isNumber: true,
    cell: ({ brought }) => formatNaira(brought),
    note: 'What was recorded in the month, less what was reversed in it.',
  },
  { header: 'Rate', isNumber: true, cell: ({ rate }) => rate },
  { header: 'Pay', isNumber: true, cell: ({ pay }) => formatNaira(pay) },
]

/** A statement: what the agent brought, at which rates, what it makes, and who decided. */
export const StatementFacts = ({ statement }: { statement: StatementCase }) => (
  <Card
    title={`${statement.agent}, ${monthText(statement.month)}`}
    action={
      <RowsLink
        to="agentStatementRows"
        state={{ statement_id: statement.id, statement: `${statement.agent}, ${monthText(statement.month)}` }}
        label="By customer"
      />
    }
  >
    <CardTable label="What for" columns={partColumns} rows={partsOf(statement)} keyOf={({ what }) => what} />
    <Facts>
      <Fact label={statement.total < 0 ? 'Owed by the agent' : 'Pay'}>
        <Money amount={statement.total < 0 ? negateKobo(statement.total) : statement.total} />
      </Fact>
      <Fact label="Reference">{statement.reference}</Fact>
      <Fact label="Status">
        <StatusChip status={statement.status} />
      </Fact>
      <Fact label="Made By">{`${statement.requested_by_name}, ${showDateTime(statement.created_at)}`}</Fact>
      <DecidedSteps request={statement} />
    </Facts>
  </Card>
)

const paymentColumns: readonly CardColumn<AgentPayment>[] = [
  { header: 'Date', cell: ({ created_at }) => showDateTime(created_at) },
  { header: 'Reference', cell: ({ reference }) => reference },
  { header: 'How', cell: ({ way }) => agentPaymentLabels[way] },
  { header: 'Amount', isNumber: true, cell: ({ amount }) => formatNaira(amount) },
  { header: 'Paid By', cell: ({ admin }) => admin },
  { header: 'Reversed By', cell: ({ reversed_by }) => reversed_by },
]

const reverseColumn: CardColumn<AgentPayment> = {
  header: 'Actions',
  isControl: true,
  cell: (payment) => <RowActions name={payment.reference} actions={[toReversal(payment)]} />,
}

/** What was paid on a statement, and what is open. */
export function Payments({ statement: { payments, total, paid, state } }: { statement: StatementCase }) {
  const canReverse = useOffers()('reversalCreate') && payments.some(({ reversed_by }) => !reversed_by)
  return (
    <Card title="Payments">
      {payments.length === 0 ? (
        <Empty>{paid === 0 ? 'Nothing was paid yet' : 'Paid before it was taken over'}</Empty>
      ) : (
        <CardTable
          label="Payments"
          columns={canReverse ? [...paymentColumns, reverseColumn] : paymentColumns}
          rows={payments}
          keyOf={({ id }) => id}
        />
      )}
      {state === 2 && (
        <Facts>
          <Fact label="Open">
            <Money amount={subtractKobo(total, paid)} />
          </Fact>
        </Facts>
      )}
    </Card>
  )
}
