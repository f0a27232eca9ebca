import Box from '@mui/material/Box'
import { type PayoutCase, type PayoutItem, payoutWayLabels } from '#contract/calls/payouts'
import { calls } from '#contract/index'
import { type CaseProps, DecisionScreen } from '#forms/DecisionScreen'
import { useRouteState } from '#routing/navigation'
import { pluralize } from '#domain/money/figures'
import { formatNaira, kobo, sumKobo } from '#domain/money/kobo'
import { showDate, showDateTime } from '#domain/time/lagos'
import { Card } from '#ui/layout/Card'
import { type CardColumn, CardTable } from '#ui/table/cards/CardTable'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { DecidedCard } from '#ui/text/Decided'
import { usePrinting } from '#ui/print/printing'
import { PrintButton } from '#ui/print/PrintButton'
import { commissionOf, commissionText, savedColumn, walletColumns } from './walletColumns'

const { getPayoutCase, payoutDecision } = calls.payouts

/** A payout with its wallets, and the decision form; on paper each customer signs. */
export default function PayoutApproval() {
  const { payout_id } = useRouteState('payoutApproval')
  return <Case id={payout_id} />
}

export function Case({ id }: Pick<CaseProps, 'id'>) {
  return (
    <DecisionScreen
      id={id}
      read={getPayoutCase}
      call={payoutDecision}
      list="payouts"
      back="Back to payouts"
      about={({ reference, total }) => ({ name: `payout ${reference}`, amount: total })}
      words={(chosen, one) => ({
        action: `${chosen === 'reject' ? 'Reject' : 'Accept'} payout of ${formatNaira(one.total)}`,
        consequence:
          chosen === 'reject'
            ? 'No money moves. The comment is stored as the reason, and the wallets can be requested again.'
            : consequences[one.paid],
        facts: (
          <>
            <Fact label="Payout">{one.reference}</Fact>
            <Fact label="Wallets">{pluralize(one.wallets, 'wallet')}</Fact>
            <Fact label="Paid">{payoutWayLabels[one.paid]}</Fact>
          </>
        ),
      })}
      title={({ total, wallets }) => `${formatNaira(total)} from ${pluralize(wallets, 'wallet')}`}
      decided={(one) => one.status !== 'pending' && <DecidedCard decision={one} />}
      movesNow={() => true}
      obstacle={({ obstacle }) => obstacle}
      against={({ against }) => against}
    >
      {(one) => (
        <>
          <Summary payout={one} />
          <Card title="Wallets" action={<PrintButton />}>
            <Wallets payout={one} />
          </Card>
        </>
      )}
    </DecisionScreen>
  )
}

const consequences = {
  'main wallet': 'All amounts move to the main wallets, or none. Commission that is owed is taken first.',
  counter: 'All amounts are paid out in cash now, or none. Commission that is owed is taken first.',
  agent:
    'All amounts are for the agents to pay, or none, with the sheets of that day. Commission that is owed is taken first.',
}

const Summary = ({ payout }: { payout: PayoutCase }) => (
  <Card title="What you decide">
    <Facts>
      <Fact label="Payout">{payout.reference}</Fact>
      <Fact label="Wallets">{pluralize(payout.wallets, 'wallet')}</Fact>
      <Fact label="Total">
        <Money amount={payout.total} />
      </Fact>
      <Fact label="Paid">{payoutWayLabels[payout.paid]}</Fact>
      {payout.pay_on && <Fact label="Pay On">{showDate(payout.pay_on)}</Fact>}
      <Fact label="Requested By">{`${payout.requested_by_name}, ${showDateTime(payout.created_at)}`}</Fact>
    </Facts>
  </Card>
)

/** Shown once it is decided. */
function Wallets({ payout: { items, total } }: { payout: PayoutCase }) {
  const all: Row = {
    customer: 'Total',
    saved: sumKobo(items.map(({ saved }) => saved)),
    kept: sumKobo(items.map(commissionOf)),
    commission: kobo(0),
    amount: total,
  }
  return (
    <CardTable<Row>
      label="Wallets"
      columns={usePrinting() ? [...columns, signature] : columns}
      rows={[...items, all]}
      keyOf={({ id }) => id ?? 'all'}
    />
  )
}

/** A wallet, or the sum of all. */
type Row = Pick<PayoutItem, 'customer' | 'saved' | 'kept' | 'commission' | 'amount'> & Partial<PayoutItem>

const columns: readonly CardColumn<Row>[] = [
  ...walletColumns,
  savedColumn,
  { header: 'Commission', isNumber: true, cell: commissionText },
  { header: 'Amount', isNumber: true, cell: ({ amount }) => <b>{formatNaira(amount)}</b> },
  { header: 'Reference', isMinor: true, cell: ({ withdrawal, entry }) => withdrawal ?? entry },
]
const signature: CardColumn<Row> = { header: 'Signature', cell: () => <Box sx={{ width: '40mm' }} /> }
