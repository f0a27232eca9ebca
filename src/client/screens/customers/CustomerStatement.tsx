import Button from '@mui/material/Button'
import type { Statement, StatementAccount, StatementRow } from '#contract/calls/customerPage'
import { statementColumns } from '#contract/calls/customerPage'
import { calls } from '#contract/index'
import type { FileForm } from '#contract/values'
import { accountTitle } from '#domain/accountTitle'
import { formatNaira, negateKobo } from '#domain/money/kobo'
import { pluralize } from '#domain/money/figures'
import { showDate, showDateTime } from '#domain/time/lagos'
import { useActor } from '#auth/permissions'
import { memo } from 'react'
import { useCall } from '#api/useCall'
import { useConnection } from '#api/useConnection'
import { ExcelButton } from '#lists/export/ExcelButton'
import { toastFile } from '#lists/export/useListExport'
import { ReportSearch } from '#lists/ReportSearch'
import { BackLink, useListPlace, useOffers, useRouteState } from '#routing/navigation'
import { saveRows } from '#transport/exportCsv'
import { Ready } from '#ui/feedback/Ready'
import { Empty } from '#ui/feedback/Empty'
import { toast } from '#ui/feedback/toast'
import { periodFault } from '#ui/form/PeriodChip'
import { Card } from '#ui/layout/Card'
import { Screen } from '#ui/layout/Screen'
import { PrintButton } from '#ui/print/PrintButton'
import { type CardColumn, CardTable } from '#ui/table/cards/CardTable'
import { Age } from '#ui/text/Age'
import { linesOf } from './page/statementLines'
import '#ui/text/visuallyHidden.css'
import './page/statement.css'

/** A customer's movements in a period, from the opening balance of each account to the closing one. */
export default function CustomerStatement() {
  const { user_id } = useRouteState('customerStatement')
  const place = useListPlace()
  const offers = useOffers()
  const { start_date, end_date, account } = place.filters
  const statement = useCall(
    calls.customers.getCustomerStatement,
    {
      customer_id: user_id,
      ...(start_date && end_date && { start_date, end_date }),
      ...(account && { account }),
    },
    { keepPrevious: true },
  )
  const choices = statement.data?.data.choices ?? []
  return (
    <Screen
      note="Every movement from the start of the first day to the end of the last one, Lagos time. Opening: what the account held before them. Closing: what it holds after them. Of a loan, balances are what is owed."
      about={
        <span className="statement-age">
          <Age updatedAt={statement.dataUpdatedAt} />
        </span>
      }
      actions={
        <>
          {offers('customerDetails') ? (
            <BackLink to="customerDetails" state={{ user_id }}>
              Back to customer
            </BackLink>
          ) : (
            <BackLink to="customers">Back to customers</BackLink>
          )}
          <PrintButton />
          <StatementFiles statement={statement.data?.data} updatedAt={statement.dataUpdatedAt} />
        </>
      }
    >
      <div className="screen-only statement-filter">
        <ReportSearch
          place={place}
          choice={{
            name: 'account',
            label: 'Account',
            all: 'All accounts',
            options: choices.map(({ value, name }) => ({ value, label: name })),
          }}
          faultOf={periodFault}
          actionLabel="Show"
        />
      </div>
      <div className="statement-area">
        <Ready query={statement}>{({ data }) => <Paper statement={data} />}</Ready>
      </div>
    </Screen>
  )
}

/** Memoized: choosing another period draws the shown one, which may have hundreds of rows, no second time. */
const Paper = memo(function Paper({ statement }: { statement: Statement }) {
  const { customer, start_date, end_date, accounts, saved, owed } = statement
  return (
    <>
      <div className="statement-head">
        <div>
          <h2>{customer.name}</h2>
          <p>{[customer.reference, customer.phone_number].join(' · ')}</p>
          <p>{`${showDate(start_date)} to ${showDate(end_date)}`}</p>
        </div>
        <dl>
          <Both label="Saved, in all wallets" balances={saved} />
          <Both label="Owed, on all loans" balances={owed} />
        </dl>
      </div>
      {accounts.length === 0 && <Empty>No movement and no balance in this period</Empty>}
      {accounts.map((one) => (
        <Account key={one.account_reference ?? 'main'} account={one} period={statement} />
      ))}
    </>
  )
})

const Both = ({ label, balances: { opening, closing } }: { label: string; balances: Statement['saved'] }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {formatNaira(opening)} <span aria-hidden>→</span>
      <span className="visually-hidden"> before, after: </span> <strong>{formatNaira(closing)}</strong>
    </dd>
  </div>
)

type Line = {
  key: string
  when: string
  what: string
  reference: string
  row?: StatementRow
  bold?: boolean
} & Pick<StatementRow, 'balance'>
type Period = Pick<Statement, 'start_date' | 'end_date'>

/** One account: its opening balance, its movements and its closing balance. */
function Account({ account, period }: { account: StatementAccount; period: Period }) {
  const { account_kind, opening, credits, debits, closing, rows } = account
  const isLoan = account_kind === 'loan'
  const title = accountTitle(account)
  const lines: Line[] = [
    {
      key: 'opening',
      when: showDate(period.start_date),
      what: isLoan ? 'Owed before' : 'Opening balance',
      reference: '',
      balance: opening,
      bold: true,
    },
    ...rows.map((row) => ({
      key: String(row.id),
      when: showDateTime(row.created_at),
      what: [
        row.source,
        row.reverses && `reverses ${row.reverses}`,
        row.collected_on && `collected on ${showDate(row.collected_on)}`,
      ]
        .filter(Boolean)
        .join(', '),
      reference: row.reference,
      row,
      balance: row.balance,
    })),
    {
      key: 'closing',
      when: showDate(period.end_date),
      what: isLoan ? 'Owed after' : 'Closing balance',
      reference: '',
      balance: closing,
      bold: true,
    },
  ]
  return (
    <Card title={title}>
      <CardTable
        label={title}
        columns={isLoan ? loanColumns : walletColumns}
        rows={lines}
        keyOf={({ key }) => key}
      />
      <p className="statement-sums">
        {`${pluralize(rows.length, 'movement')}. ${formatNaira(opening)} + ${formatNaira(credits)} ${isLoan ? 'added' : 'in'} − ${formatNaira(debits)} ${isLoan ? 'taken off' : 'out'} = ${formatNaira(closing)}`}
      </p>
    </Card>
  )
}

const strong = (text: string, { bold }: Line) => (bold ? <strong>{text}</strong> : text)

const columnsFor = (added: string, taken: string, left: string): readonly CardColumn<Line>[] => [
  { header: 'Created', cell: (line) => strong(line.when, line) },
  { header: 'Movement', cell: (line) => strong(line.what, line) },
  { header: 'Reference', cell: ({ reference }) => reference },
  {
    header: added,
    isNumber: true,
    cell: ({ row }) => row && row.amount > 0 && formatNaira(row.amount),
  },
  {
    header: taken,
    isNumber: true,
    cell: ({ row }) => row && row.amount < 0 && formatNaira(negateKobo(row.amount)),
  },
  { header: left, isNumber: true, cell: (line) => strong(formatNaira(line.balance), line) },
]
const walletColumns = columnsFor('In', 'Out', 'Balance')
const loanColumns = columnsFor('Added', 'Taken Off', 'Owed')

/** The statement as a file, made in the browser from what is shown: it works offline. */
function StatementFiles({ statement, updatedAt }: { statement: Statement | undefined; updatedAt: number }) {
  const { actor } = useActor()
  const { online } = useConnection()
  if (!actor?.permissions.has('can-download-csv-file')) return null
  const press = async (form: FileForm, { customer, start_date, end_date, accounts }: Statement) => {
    const lines = linesOf({ accounts, start_date, end_date })
    if (lines.length === 0) return toast('error', 'No data to download.')
    const outcome = await saveRows(lines, statementColumns, `statement_${customer.reference}_`, {
      form,
      title: 'Customer Statement',
      words: [
        { label: 'Customer', value: `${customer.name} ${customer.reference}` },
        { label: 'Start date', value: showDate(start_date) },
        { label: 'End date', value: showDate(end_date) },
      ],
      total: lines.length,
      updatedAt,
      isSaved: !online,
    })
    toastFile(form, outcome)
  }
  const pressAs = (form: FileForm) => statement && void press(form, statement)
  return (
    <>
      <Button variant="outlined" disabled={!statement} onClick={() => pressAs('csv')}>
        Export CSV
      </Button>
      <ExcelButton disabled={!statement} onClick={() => pressAs('xlsx')} />
    </>
  )
}
