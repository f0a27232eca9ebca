import type { ReactNode } from 'react'
import type { Column } from '#contract/call'
import type { Loan } from '#contract/calls/loanRows'
import { ListSummary } from '#lists/ListSummary'
import { ListActions } from '#lists/ListActions'
import { RowActions } from '#lists/RowActions'
import { toAgent, toCustomer, toLoan, useRowActions } from '#lists/rowLinks'
import { SearchBox } from '#lists/SearchBox'
import type { PagedList } from '#api/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import { Screen } from '#ui/layout/Screen'

type Props = {
  list: PagedList<Loan>
  columns: readonly Column<Loan>[]
  /** Under this name the chosen columns are remembered. */
  name: string
  noun: string
  /** The spec's words for no rows, and for a search without input. */
  empty: string
  emptyMessage?: string
  /** How the file's name starts. */
  file: string
  /** The loan's status in this list's own words. */
  statusText?: (status: string) => string
  about?: ReactNode
  actions?: ReactNode
  /** Where more can be done than to open what the row names. */
  rowActions?: (loan: Loan) => ReactNode
}

/** What all lists of loans have: the server's search, the filter of the page, the file. */
export function LoanList(props: Props) {
  const { list, noun, file, statusText, about, actions, rowActions } = props
  const leads = useRowActions(['customerLoanHistory', 'customerDetails', 'agentDetails'], namedBy)
  const { emptyMessage = 'Please enter reference to search' } = props
  const rows =
    statusText && list.rows?.map((loan) => ({ ...loan, loan_status: statusText(loan.loan_status) }))
  return (
    <Screen
      fill
      about={
        <>
          {about}
          <ListSummary list={list} noun={noun} />
        </>
      }
      actions={
        <>
          <ListActions list={list} name={file} />
          {actions}
        </>
      }
    >
      <DataTable
        list={rows ? { ...list, rows } : list}
        name={props.name}
        columns={props.columns}
        empty={props.empty}
        search={<SearchBox place={list.place} hint="Reference, name or phone" emptyMessage={emptyMessage} />}
        rowActions={rowActions ?? leads}
        actions={rowActions ? 'long' : 'links'}
      />
    </Screen>
  )
}

/** What has not been paid out has no history. */
const namedBy = (loan: Loan) => (
  <RowActions
    of={loan.reference}
    actions={[
      loan.disbursed_date !== null && toLoan(loan.id, loan.reference, loan),
      toCustomer(loan.user_id),
      toAgent(loan.agent_id),
    ]}
  />
)
