import { AmountFilter } from '#lists/AmountFilter'
import type { ReactNode } from 'react'
import type { Column } from '#contract/call'
import type { Loan } from '#contract/calls/loanRows'
import { ChoiceChips } from '#lists/ChoiceChips'
import { ListSummary } from '#lists/ListSummary'
import { PeriodFilter } from '#lists/PeriodFilter'
import { ExportCsv } from '#lists/export/ExportCsv'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toAgent, toCustomer, toLoan, toLoanAccount, toRepayment } from '#lists/rows/rowLinks'
import { SearchBox } from '#lists/SearchBox'
import type { PagedList } from '#api/paging/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'

type Props = {
  /** What the list counts. */
  note: string
  list: PagedList<Loan>
  columns: readonly Column<Loan>[]
  /** The chosen columns are stored under this name. */
  name: string
  noun: string
  /** Texts for an empty list, and for a search without input. */
  empty: string
  emptyMessage?: string
  /** Prefix of the file name. */
  file: string
  /** The text of a loan's status in this list. */
  statusText?: (status: string) => string
  about?: ReactNode
  chips?: ReactNode
  actions?: ReactNode
  /** Replaces the default links to related records. */
  offerOf?: (loan: Loan) => RowOffer
}

/** The common parts of all loan lists: search, filter, export. */
export function LoanList(props: Props) {
  const { list, noun, file, statusText, about, actions, offerOf } = props
  const rowTools = useRowActions(offerOf ?? relatedRecords, offerOf ? undefined : linkedRoutes)
  const { emptyMessage = 'Please enter reference to search' } = props
  const rows =
    statusText && list.rows?.map((loan) => ({ ...loan, loan_status: statusText(loan.loan_status) }))
  return (
    <Screen
      fill
      note={props.note}
      about={
        <>
          {about}
          <ListSummary list={list} noun={noun} />
        </>
      }
      actions={
        <>
          <PrintButton />
          {actions}
        </>
      }
    >
      <DataTable
        tools={<ExportCsv list={list} name={file} />}
        chips={props.chips}
        filters={
          <>
            <ChoiceChips place={list.place} choices={list.choices.slice(0, 2)} />
            <AmountFilter place={list.place} />
            <PeriodFilter place={list.place} label="Created" />
            {'ends_from' in list.call.input.entries && (
              <PeriodFilter place={list.place} label="Ends" names={endDays} />
            )}
          </>
        }
        list={rows ? { ...list, rows } : list}
        name={props.name}
        columns={props.columns}
        empty={props.empty}
        search={<SearchBox place={list.place} hint="Reference, name or phone" emptyMessage={emptyMessage} />}
        {...rowTools}
      />
    </Screen>
  )
}

const endDays = ['ends_from', 'ends_to'] as const

const linkedRoutes = [
  'loanAccount',
  'loanRepayment',
  'customerLoanHistory',
  'customerDetails',
  'agentDetails',
] as const

/** A loan that was not disbursed has no history. */
const relatedRecords = (loan: Loan): RowOffer => ({
  name: loan.reference,
  actions: [
    loan.disbursed_date !== null && toRepayment(loan),
    toLoanAccount(loan.id),
    loan.disbursed_date !== null && toLoan(loan.id, loan.reference, loan),
    toCustomer(loan.user_id),
    toAgent(loan.agent_id),
  ],
})
