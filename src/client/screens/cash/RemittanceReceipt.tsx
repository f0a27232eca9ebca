import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import type { calls } from '#contract/index'
import type { ReplyOf } from '#contract/call'
import type { Kobo } from '#contract/values'
import { formatNaira, negateKobo } from '#domain/money/kobo'
import { showDateTime } from '#domain/time/lagos'
import { LinkButton } from '#routing/navigation'
import { Fact } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { Receipt } from '#ui/print/Receipt'

type Remittance = ReplyOf<(typeof calls.cash)['recordRemittance']>['data']
type Props = { remittance: Remittance; agentId: number; onNext: () => void }

/** The receipt of a remittance: what was counted, what was expected, and what stays with the agent. */
export const RemittanceReceipt = ({ remittance, agentId, onNext }: Props) => (
  <Receipt
    reference={remittance.reference}
    by={['Agent', 'Counted by']}
    note={
      remittance.left !== null && (
        <Alert severity={remittance.left === 0 ? 'success' : 'warning'} role="status" sx={{ mt: 2 }}>
          {outcomeOf(remittance.left)}
        </Alert>
      )
    }
    actions={
      <>
        <Button variant="outlined" onClick={onNext}>
          Record Another
        </Button>
        {remittance.left !== null && remittance.left !== 0 && (
          <LinkButton to="differenceCreate" state={{ agent_id: agentId }}>
            Request Difference
          </LinkButton>
        )}
      </>
    }
  >
    <Fact label="Reference">{remittance.reference}</Fact>
    <Fact label="Date">{showDateTime(remittance.created_at)}</Fact>
    <Fact label="Agent">{remittance.agent}</Fact>
    <Fact label="Counted">
      <Money amount={remittance.counted} />
    </Fact>
    {remittance.expected !== null && (
      <Fact label="Expected">
        <Money amount={remittance.expected} />
      </Fact>
    )}
    {remittance.left !== null && (
      <Fact label="Left With Agent">
        <Money amount={remittance.left} />
      </Fact>
    )}
    <Fact label="Counted By">{remittance.admin}</Fact>
    {remittance.note && <Fact label="Note">{remittance.note}</Fact>}
  </Receipt>
)

function outcomeOf(left: Kobo): string {
  if (left === 0) return 'The count is what was expected.'
  return left > 0
    ? `${formatNaira(left)} less than expected. It stays on the agent’s account.`
    : `${formatNaira(negateKobo(left))} more than expected. It stays on the agent’s account.`
}
