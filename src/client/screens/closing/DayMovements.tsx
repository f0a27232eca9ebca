import type { InputOf } from '#contract/call'
import {
  type DayMovement,
  dayMovementColumns,
  feeWays,
  type MovedFigure,
  movedAt,
  movedFigures,
} from '#contract/calls/closing'
import { calls } from '#contract/index'
import { today } from '#device/today'
import { pluralize } from '#domain/money/figures'
import { showDate } from '#domain/time/lagos'
import { useWholeList } from '#api/paging/useWholeList'
import { useCall } from '#api/useCall'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toCustomer } from '#lists/rows/rowLinks'
import { LinkButton, useListPlace } from '#routing/navigation'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'
import { DataTable } from '#ui/table/DataTable'
import { Age } from '#ui/text/Age'

const { getDayMovements } = calls.closing

/** The movements that make a figure of a day's close, which add up to it. */
export default function DayMovements() {
  const place = useListPlace()
  const input = inputOf(place.filters)
  const found = useCall(getDayMovements, input)
  const rows = found.data?.data
  const rowTools = useRowActions(actionsOf, ['customerDetails'])
  const ofAgent = input.agent_id !== undefined && rows?.find(({ agent }) => agent !== null)?.agent
  return (
    <Screen
      title={`${figureWords[input.figure]}, ${showDate(input.day)}`}
      note="The movements that make a figure of the day’s close, and add up to it. Of a closed day: those that its closing saw."
      fill
      about={
        <>
          <span>
            {[
              input.of ?? (ofAgent || (input.at && atWords[input.at])),
              input.after && 'after the closing',
              rows && pluralize(rows.length, 'movement'),
            ]
              .filter(Boolean)
              .join(', ')}
          </span>
          <Age updatedAt={found.dataUpdatedAt} />
        </>
      }
      actions={
        <>
          <PrintButton />
          <LinkButton to="dayClose">Day’s Close</LinkButton>
        </>
      }
    >
      <DataTable
        list={useWholeList(getDayMovements, found, rows, place)}
        name="dayMovements"
        columns={dayMovementColumns}
        empty="No movement found"
        {...rowTools}
      />
    </Screen>
  )
}

const atWords = { agents: 'all agents', counter: 'at the counter' }
const figureWords: Record<MovedFigure, string> = {
  collected: 'Collected',
  savings: 'Savings',
  loans: 'Loans',
  reversed: 'Reversed',
  late: 'Recorded Later',
  'handed in': 'Handed In',
  'paid out': 'Paid Out',
  'set off': 'Set Off',
  credits: 'Credits to Main Wallets',
  recoveries: 'Recoveries',
  fees: 'Fees in Cash',
  withdrawals: 'Withdrawals Paid',
  commission: 'Agents’ Commission',
  'by agents': 'Withdrawals by Agents',
  expenses: 'Expenses',
  lent: 'Loans Paid Out',
  'lent reversed': 'Loans Reversed',
  'saving type': 'Savings',
  'loan type': 'Repayments',
  fee: 'Fee',
  penalties: 'Penalties',
  interest: 'Interest',
  charges: 'Charges',
  commissions: 'Commissions',
  'written off': 'Loans Written Off',
}

const one = <Value extends string>(values: readonly Value[], value: string | undefined) =>
  values.find((known) => known === value)

/** What the address asks for; of what it does not name, what was collected today. */
function inputOf(filters: Record<string, string>): InputOf<typeof getDayMovements> {
  const { day = today(), agent_id, of, after } = filters
  const at = one(movedAt, filters.at)
  const way = one(feeWays, filters.way)
  return {
    day,
    figure: one(movedFigures, filters.figure) ?? 'collected',
    ...(at && { at }),
    ...(agent_id && { agent_id: Number(agent_id) }),
    ...(of && { of }),
    ...(way && { way }),
    ...(after === 'closing' && { after }),
  }
}

const actionsOf = ({ reference, user_id }: DayMovement): RowOffer => ({
  name: reference,
  actions: [toCustomer(user_id)],
})
