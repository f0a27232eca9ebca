import { AmountFilter } from '#lists/AmountFilter'
import { ChoiceChips, kindChoice } from '#lists/ChoiceChips'
import type { ReactNode } from 'react'
import type { Column, ReplyOf } from '#contract/call'
import type { calls } from '#contract/index'
import type { Transaction } from '#contract/calls/transactions'
import { ListSummary } from '#lists/ListSummary'
import { ExportCsv } from '#lists/export/ExportCsv'
import { useRowActions } from '#lists/rows/RowActions'
import { toAgent, toCustomer, toLoan, toReversal, toSaving } from '#lists/rows/rowLinks'
import { useReplyToast } from '#lists/useReplyToast'
import type { Loaded } from '#api/useCall'
import type { PagedList } from '#api/paging/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'
import { TransactionTotals } from './TransactionTotals'

type Props = {
  /** What the list counts. */
  note: string
  list: PagedList<Transaction>
  totals: Loaded<ReplyOf<typeof calls.transactions.businessTotals>>
  columns: readonly Column<Transaction>[]
  /** The chosen columns are stored under this name. */
  name: string
  empty: string
  /** Prefix of the file name. */
  file: string
  search: ReactNode
  about?: ReactNode
  actions?: ReactNode
  /** A question to ask before exporting without a filter. */
  unfiltered?: string
  /** The report waits for a choice: the empty text asks for it, and no other step is next. */
  unchosen?: boolean
  /** All rows belong to one customer, so they do not link to it. */
  ofOne?: boolean
}

/** The common parts of all transaction reports: filter, totals, rows, export. */
export function TransactionReport(props: Props) {
  const { list, totals, file, about, actions, ofOne = false } = props
  const rowTools = useRowActions<Transaction>(
    (row) => ({
      name: row.reference,
      actions: [
        !ofOne && toCustomer(row.user_id),
        toAgent(row.agent_id),
        toLoan(row.loan_id, row.account_reference, row),
        toSaving(row.savings_id, row.account_reference, row),
        toReversal(row),
      ],
    }),
    ofOne ? linkedRoutes.slice(1) : linkedRoutes,
  )
  useReplyToast(list)
  return (
    <Screen
      fill
      note={props.note}
      about={
        <>
          {about}
          <ListSummary list={list} noun="transaction" />
        </>
      }
      actions={
        <>
          <PrintButton />
          {actions}
        </>
      }
    >
      <TransactionTotals totals={totals} />
      <DataTable
        filters={
          <>
            <ChoiceChips place={list.place} choices={[kindChoice]} />
            <AmountFilter place={list.place} />
          </>
        }
        tools={<ExportCsv list={list} name={file} ofTransactions unfiltered={props.unfiltered} />}
        list={list}
        name={props.name}
        columns={props.columns}
        empty={props.empty}
        first={props.unchosen ? <></> : undefined}
        search={props.search}
        {...rowTools}
      />
    </Screen>
  )
}

const linkedRoutes = [
  'customerDetails',
  'agentDetails',
  'customerLoanHistory',
  'customerSavingHistory',
  'reversalCreate',
] as const
