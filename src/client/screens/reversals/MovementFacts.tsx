import { Fragment, type ReactNode } from 'react'
import type { Reversible } from '#contract/calls/reversals'
import { addKobo, negateKobo } from '#domain/money/kobo'
import { showDateTime } from '#domain/time/lagos'
import { RecordLink } from '#forms/decision/RecordLink'
import { BalanceChange } from '#ui/text/BalanceChange'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'

type Props = { movement: Reversible; children?: ReactNode }

/** The movement that is reversed: who made it, when, and for whom. */
export const MovementFacts = ({ movement, children }: Props) => (
  <Facts>
    <Fact label="Movement">{movement.original}</Fact>
    <Fact label="Kind">{movement.kind}</Fact>
    <Fact label="Amount">
      <Money amount={movement.amount} />
    </Fact>
    <Fact label="Made">{showDateTime(movement.made_at)}</Fact>
    {movement.customer && (
      <Fact label="Customer">
        {movement.user_id === null ? (
          movement.customer
        ) : (
          <RecordLink to="customerDetails" state={{ user_id: movement.user_id }}>
            {movement.customer}
          </RecordLink>
        )}
      </Fact>
    )}
    {movement.agent && <Fact label="Agent">{movement.agent}</Fact>}
    {movement.receipt && <Fact label="Receipt">{movement.receipt}</Fact>}
    {movement.recorded_by_name && <Fact label="Recorded By">{movement.recorded_by_name}</Fact>}
    {children}
  </Facts>
)

/** The balances before and after a reversal, as far as the admin may see them. */
export const ReversalEffect = ({
  movement: { wallets, agent_holds, amount, agent_change },
}: {
  movement: Reversible
}) => (
  <>
    {wallets?.map(({ name, balance, held, change }) => (
      <Fragment key={name}>
        <BalanceChange label={name} before={balance} after={addKobo(balance, change)} />
        {held > 0 && (
          <Fact label="Held for withdrawals">
            <Money amount={held} />
          </Fact>
        )}
      </Fragment>
    ))}
    {agent_holds !== null && (
      <BalanceChange
        label="Agent holds"
        before={agent_holds}
        after={addKobo(agent_holds, agent_change ?? negateKobo(amount))}
      />
    )}
  </>
)
