import type { ReactNode } from 'react'
import type { Column, ReplyOf } from '#contract/call'
import type { calls } from '#contract/index'
import { anyOf } from '#contract/permissions'
import type { Transaction } from '#contract/transactions'
import { AboutList } from '#app/AboutList'
import { ExportCsv } from '#app/ExportCsv'
import { RowAction } from '#app/navigation'
import { useMay } from '#app/permissions'
import { RowActions } from '#app/RowActions'
import { useSaidAnswer } from '#app/useSaidAnswer'
import type { Loaded } from '#data/useCall'
import type { PagedList } from '#data/usePagedList'
import { DataTable } from '#ui/DataTable'
import { Screen } from '#ui/Screen'
import { TransactionTotals } from './TransactionTotals'

type Props = {
  list: PagedList<Transaction>
  totals: Loaded<ReplyOf<typeof calls.transactions.businessTotals>>
  columns: readonly Column<Transaction>[]
  /** Under this name the chosen columns are remembered. */
  name: string
  empty: string
  /** How the file's name starts. */
  file: string
  search: ReactNode
  about?: ReactNode
  actions?: ReactNode
  /** All rows are one customer's: none leads there. */
  ofOne?: boolean
}

/** What all reports of the ledger's postings have: the filter, what it comes to, the rows, the file. */
export function TransactionReport(props: Props) {
  const { list, totals, file, about, actions, ofOne = false } = props
  const leads = useMay()(anyOf('can-view-customer-details'), 'route') && !ofOne
  useSaidAnswer(list)
  return (
    <Screen
      fill
      about={
        <>
          {about}
          <AboutList list={list} noun="transactions" />
        </>
      }
      actions={
        <>
          <ExportCsv list={list} name={file} label="Download All Filtered" />
          {actions}
        </>
      }
    >
      <TransactionTotals of={totals} />
      <DataTable
        list={list}
        name={props.name}
        columns={props.columns}
        empty={props.empty}
        search={props.search}
        rowActions={leads ? toCustomer : undefined}
      />
    </Screen>
  )
}

const toCustomer = ({ reference, user_id }: Transaction) =>
  user_id !== null && (
    <RowActions of={reference}>
      <RowAction to="customerDetails" state={{ user_id }}>
        Customer
      </RowAction>
    </RowActions>
  )
