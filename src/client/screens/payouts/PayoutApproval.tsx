import Box from '@mui/material/Box'
import { type PayoutCase, payoutWayLabels } from '#contract/calls/payouts'
import { calls } from '#contract/index'
import { DecisionScreen } from '#forms/DecisionScreen'
import { useRouteState } from '#routing/navigation'
import { pluralize } from '#domain/money/figures'
import { formatNaira, sumKobo } from '#domain/money/kobo'
import { showDate, showDateTime } from '#domain/time/lagos'
import { Card } from '#ui/layout/Card'
import { CardGrid } from '#ui/layout/CardGrid'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { OnlyDecision } from '#ui/text/Decided'
import { usePrinting } from '#ui/print/printing'
import { PrintButton } from '#ui/print/PrintButton'
import { commissionOf, commissionText, payoutTable } from './payoutTable'

const { getPayoutCase, payoutDecision } = calls.payouts

/** A payout with its wallets, and the decision form; on paper each customer signs. */
export default function PayoutApproval() {
  const { payout_id } = useRouteState('payoutApproval')
  return (
    <DecisionScreen
      id={payout_id}
      read={getPayoutCase}
      call={payoutDecision}
      list="payouts"
      back="Back to payouts"
      about={({ reference, total }) => ({ name: `payout ${reference}`, amount: total })}
      words={(chosen, one) => ({
        action: `${chosen === 'reject' ? 'Reject' : 'Approve'} payout of ${formatNaira(one.total)}`,
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
      obstacle={({ obstacle }) => obstacle}
      against={({ against }) => against}
    >
      {(one, form) => (
        <>
          <CardGrid least={420}>
            <Summary payout={one} />
            {one.status === 'pending' ? form : <Decided payout={one} />}
          </CardGrid>
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
const Decided = ({ payout }: { payout: PayoutCase }) => (
  <Card title="The decision">
    <Facts>
      <OnlyDecision decision={payout} />
    </Facts>
  </Card>
)

function Wallets({ payout: { items, total } }: { payout: PayoutCase }) {
  const isPrinting = usePrinting()
  return (
    <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label="Wallets">
      <Box component="table" className="print-table" sx={payoutTable}>
        <thead>
          <tr>
            <th scope="col">Customer</th>
            <th scope="col">Wallet</th>
            <th scope="col">Cycle</th>
            <th scope="col" className="number">
              Saved
            </th>
            <th scope="col" className="number">
              Commission
            </th>
            <th scope="col" className="number">
              Amount
            </th>
            <th scope="col">Reference</th>
            {isPrinting && (
              <th scope="col" style={{ width: '40mm' }}>
                Signature
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {items.map((one) => (
            <tr key={one.id}>
              <td>
                <b>{one.customer}</b>, {one.customer_reference}
              </td>
              <td>
                {one.saving_type_name}, <span className="reference">{one.reference}</span>
              </td>
              <td className="reference">{`${showDate(one.from_day)} – ${showDate(one.through_day)}`}</td>
              <td className="number">{formatNaira(one.saved)}</td>
              <td className="number">{commissionText(one)}</td>
              <td className="number">
                <b>{formatNaira(one.amount)}</b>
              </td>
              <td className="reference">{one.withdrawal ?? one.entry ?? ''}</td>
              {isPrinting && <td />}
            </tr>
          ))}
          <tr>
            <th scope="row" colSpan={3}>
              Total
            </th>
            <td className="number">{formatNaira(sumKobo(items.map(({ saved }) => saved)))}</td>
            <td className="number">{formatNaira(sumKobo(items.map(commissionOf)))}</td>
            <td className="number">
              <b>{formatNaira(total)}</b>
            </td>
            <td />
            {isPrinting && <td />}
          </tr>
        </tbody>
      </Box>
    </Box>
  )
}
