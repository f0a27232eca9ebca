import Button from '@mui/material/Button'
import type { ArrearsGroup, ArrearsGroupRow, ArrearsReport } from '#contract/calls/arrears'
import { formatCount } from '#domain/money/figures'
import { formatNaira } from '#domain/money/kobo'
import { shareText } from '#domain/money/rates'
import { Empty } from '#ui/feedback/Empty'
import { Card } from '#ui/layout/Card'
import { type CardColumn, CardTable } from '#ui/table/cards/CardTable'
import { groupNames } from './GroupChoice'
import type { Only } from './useOnly'

type Props = { report: ArrearsReport; group: ArrearsGroup; onOpen: (only: Only) => void }

/** Arrears and portfolio at risk by agent, market day or loan type; the sum first, then what is most late. */
export function GroupsCard({ report: { groups, late, at_risk, portfolio }, group, onOpen }: Props) {
  const all: ArrearsGroupRow = {
    id: null,
    name: 'All',
    loans: late.loans,
    late: late.late,
    at_risk: at_risk.map(({ owed }) => owed),
    owed: portfolio.owed,
  }
  return (
    <Card title={`By ${groupNames[group].toLowerCase()}`}>
      {groups === null || groups.length === 0 ? (
        <Empty>Nothing is owed</Empty>
      ) : (
        <CardTable
          label={`Arrears by ${groupNames[group].toLowerCase()}`}
          columns={columnsOf(group, onOpen)}
          rows={[all, ...groups]}
          keyOf={(row) => (row === all ? 'all' : (row.id ?? 'none'))}
        />
      )}
    </Card>
  )
}

const columnsOf = (group: ArrearsGroup, onOpen: Props['onOpen']): CardColumn<ArrearsGroupRow>[] => [
  { header: groupNames[group], cell: ({ name }) => name ?? `No ${groupNames[group].toLowerCase()}` },
  {
    header: 'Late Loans',
    isNumber: true,
    isMinor: true,
    cell: ({ loans }) => loans > 0 && formatCount(loans),
  },
  {
    header: 'Late',
    isNumber: true,
    note: 'Unpaid of the installments after their due date, with penalties.',
    cell: ({ late }) => late > 0 && formatNaira(late),
  },
  ...([1, 30, 60, 90] as const).map((days, at) => ({
    header: `PAR ${days}`,
    isNumber: true,
    isMinor: days > 30,
    note: `Owed on loans more than ${days === 1 ? '0 days' : `${days} days`} late, and its share of all that is owed.`,
    cell: ({ at_risk, owed }: ArrearsGroupRow) => {
      const amount = at_risk[at]
      return (
        amount !== undefined &&
        amount > 0 && (
          <>
            {formatNaira(amount)}
            <br />
            {shareText(amount, owed)}
          </>
        )
      )
    },
  })),
  ...(group === 'agent'
    ? [
        {
          header: 'Taken Over',
          isNumber: true,
          isMinor: true,
          note: 'What was late when customers came from other agents, in 31 days.',
          cell: ({ taken_over }: ArrearsGroupRow) => taken_over !== undefined && formatNaira(taken_over),
        },
      ]
    : []),
  {
    header: 'Owed',
    isNumber: true,
    note: 'All that is still owed: late installments, those to come, and penalties.',
    cell: ({ owed }) => formatNaira(owed),
  },
  {
    header: 'Rows',
    isControl: true,
    cell: ({ id, name }) =>
      id !== null &&
      name !== null && (
        <Button
          size="small"
          variant="outlined"
          aria-label={`Open the late loans of ${name}`}
          onClick={() => onOpen({ group, id, name })}
        >
          Open
        </Button>
      ),
  },
]
