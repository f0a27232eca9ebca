import { useSyncExternalStore } from 'react'
import type { DuePayout } from '#contract/calls/collections'
import { formatNaira } from '#domain/money/kobo'
import type { Sheet } from './sheet'
import './collectionSheet.css'

type Props = { sheet: Sheet; locked: boolean }

/** The withdrawals that the agent was to pay: those that were paid are ticked. */
export function SheetPayouts({ sheet, locked }: Props) {
  const payouts = useSyncExternalStore(sheet.subscribe, sheet.payouts)
  if (payouts.length === 0) return null
  return (
    <fieldset className="sheet-payouts">
      <legend>To pay out: tick what was paid</legend>
      {payouts.map((one) => (
        <Payout key={one.withdrawal_id} payout={one} sheet={sheet} locked={locked} />
      ))}
    </fieldset>
  )
}

function Payout({ payout, sheet, locked }: Props & { payout: DuePayout }) {
  const { withdrawal_id: id, customer, customer_reference, reference, amount } = payout
  const isPaid = useSyncExternalStore(sheet.subscribe, () => sheet.isPaid(id))
  return (
    <label>
      <input
        type="checkbox"
        checked={isPaid}
        disabled={locked}
        onChange={(event) => sheet.setPaid(id, event.target.checked)}
      />
      <span>
        <b>{customer}</b> <small>{`${customer_reference}, ${reference}`}</small>
      </span>
      <strong>{formatNaira(amount)}</strong>
    </label>
  )
}
