import Button from '@mui/material/Button'
import type { SavingsCard } from '#contract/calls/savingCards'
import { calls } from '#contract/index'
import { cardFrom, carriedTo, commissionPart, cycleDaysText } from '#domain/savings/cardText'
import { rowContributionText } from '#domain/savings/planChange'
import { formatNaira } from '#domain/money/kobo'
import { showDateTime, toLagosStamp } from '#domain/time/lagos'
import { useCall } from '#api/useCall'
import { currentAuth } from '#device/auth'
import { serverTime } from '#device/clock'
import { BackLink, useRouteState } from '#routing/navigation'
import { Empty } from '#ui/feedback/Empty'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { Age } from '#ui/text/Age'
import { CardBoxes } from './CardBoxes'

/** The cards of customers on paper: one on A6, several four on a sheet of A4. */
export default function SavingsCardsPrint() {
  const { customers } = useRouteState('savingsCardsPrint')
  const cards = useCall(calls.savings.savingsCards, { customer_ids: customers.map(({ user_id }) => user_id) })
  const [only] = customers
  const count = cards.data?.data.length ?? 0
  return (
    <Screen
      about={<Age updatedAt={cards.dataUpdatedAt} />}
      actions={
        <>
          {only && customers.length === 1 ? (
            <BackLink to="customerDetails" state={{ user_id: only.user_id }}>
              Back to customer
            </BackLink>
          ) : (
            <BackLink to="customers">Back to customers</BackLink>
          )}
          <Button variant="contained" disabled={count === 0} onClick={() => print()}>
            Print
          </Button>
        </>
      }
    >
      <Ready query={cards}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty>No open savings wallet</Empty>
          ) : (
            <>
              <PageSize isOne={data.length === 1} />
              <ul
                className={data.length === 1 ? 'card-papers' : 'card-papers four'}
                aria-label="Savings cards"
              >
                {data.map((facts) => (
                  <li key={facts.savings_id}>
                    <Paper facts={facts} at={new Date(serverTime(cards.dataUpdatedAt))} />
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Ready>
    </Screen>
  )
}

/** The sheet: A6, or A4 without a margin, as each card on it has its own. Neither has room for a foot. */
const PageSize = ({ isOne }: { isOne: boolean }) => (
  <style>{`@page { size: ${isOne ? '105mm 148mm' : 'A4'}; margin: ${isOne ? '5mm' : '0'};
    @bottom-left { content: none } @bottom-right { content: none } }
    @media print { .on-paper .screen-head, .on-paper .business-name { display: none } }`}</style>
)

/** A card on paper, to be read in black too. */
function Paper({ facts, at }: { facts: SavingsCard; at: Date }) {
  const card = cardFrom(facts)
  const auth = currentAuth()
  const { paid, commission, due, carried, filled, behind, boxes } = card
  return (
    <article className="card-paper" aria-label={`Savings card of ${facts.customer}, ${facts.reference}`}>
      <header>
        <div>
          <b>{auth?.business ?? 'Alajo'}</b>
          <br />
          Savings card
        </div>
        <div>
          {`Cycle ${facts.number}`}
          <br />
          <b>{facts.reference}</b>
        </div>
      </header>
      <div className="owner">
        <b>{facts.customer}</b>
        {[facts.customer_reference, facts.home_address, `agent ${facts.agent}`].filter(Boolean).join(' · ')}
      </div>
      <div className="terms">
        <span>
          {facts.saving_type_name} <b>{rowContributionText(facts)}</b>
        </span>
        <b>{cycleDaysText(facts)}</b>
      </div>
      <div className={boxes.length > 42 ? 'many' : ''}>
        <CardBoxes facts={facts} card={card} paper />
      </div>
      <table>
        <tbody>
          <tr>
            <td>{`Paid, ${filled} of ${boxes.length} ${facts.unit}s`}</td>
            <td>{formatNaira(paid)}</td>
          </tr>
          {commission > 0 && (
            <tr>
              <td>
                {facts.is_monthly
                  ? 'Charge of the month'
                  : `Commission, ${commissionPart(facts, commission)}`}
              </td>
              <td>{`−${formatNaira(commission)}`}</td>
            </tr>
          )}
          {carried > 0 && (
            <tr>
              <td>{`of it ${carriedTo(card)}`}</td>
              <td>{formatNaira(carried)}</td>
            </tr>
          )}
          <tr className="total">
            <td>Due to the customer</td>
            <td>{formatNaira(due)}</td>
          </tr>
        </tbody>
      </table>
      <footer>
        <span>Agent’s signature</span>
        <span>Customer’s signature</span>
      </footer>
      <div className="printed">
        {`As of ${showDateTime(toLagosStamp(at))}${auth?.email ? `, by ${auth.email}` : ''}. ${
          behind === 0 ? 'Nothing behind.' : `Behind by ${behind}.`
        }`}
      </div>
    </article>
  )
}
