import { calls } from '#contract/index'
import {
  type BalanceLine,
  type BalanceSheet,
  bookGroupLabels,
  type TrialBalance,
} from '#contract/calls/books'
import { formatNaira, kobo } from '#domain/money/kobo'
import { showDate } from '#domain/time/lagos'
import { useCall } from '#api/useCall'
import { Ready } from '#ui/feedback/Ready'
import { DayChoice } from '#ui/form/choices/DayChoice'
import { SelectChip } from '#ui/form/SelectChip'
import { Card } from '#ui/layout/Card'
import { stated } from '#ui/text/Stated'
import { balanceRows, earnedRows, entriesOf } from './bookFigures'
import { EntriesLink } from './EntriesLink'

type Props = { day: string; isSheet: boolean; onChange: (changed: Record<string, string>) => void }

const kinds = {
  name: 'show',
  label: 'Show',
  all: 'Trial balance',
  options: [{ value: 'sheet', label: 'Balance sheet' }],
}

/** The balances at the end of a day: all lines, or what the business has and owes. */
export const BalanceCard = ({ day, isSheet, onChange }: Props) => (
  <Card
    title={isSheet ? 'Balance sheet' : 'Trial balance'}
    action={
      <span className="books-choices">
        <span className="screen-only">
          <SelectChip choice={kinds} value={isSheet ? 'sheet' : ''} onChange={(show) => onChange({ show })} />
        </span>
        <span className="books-soft">at the end of</span>
        <DayChoice day={day} onChange={(chosen) => onChange({ day: chosen })} />
      </span>
    }
  >
    {isSheet ? <Sheet day={day} /> : <Trial day={day} />}
  </Card>
)

const Trial = ({ day }: { day: string }) => (
  <Ready query={useCall(calls.books.getTrialBalance, { day }, { keepPrevious: true })}>
    {({ data }) => <TrialTable balance={data} />}
  </Ready>
)

function TrialTable({ balance }: { balance: TrialBalance }) {
  const { lines, debit, credit, year_start, day } = balance
  const isEarning = ({ group }: BalanceLine) => group === 'income' || group === 'expense'
  const parts = [
    { title: bookGroupLabels.asset, rows: lines.filter(({ group }) => group === 'asset') },
    { title: bookGroupLabels.owed, rows: lines.filter(({ group }) => group === 'owed') },
    { title: bookGroupLabels.owner, rows: lines.filter(({ group }) => group === 'owner') },
    { title: `Income and expense since ${showDate(year_start)}`, rows: lines.filter(isEarning) },
  ]
  return (
    <table className="books-table books-balance" aria-label="Trial balance">
      <thead>
        <tr>
          <th scope="col">Code</th>
          <th scope="col">Account</th>
          <th scope="col">Debit</th>
          <th scope="col">Credit</th>
        </tr>
      </thead>
      {parts.map(
        ({ title, rows }) =>
          rows.length > 0 && (
            <tbody key={title}>
              <tr className="books-part">
                <th scope="rowgroup" colSpan={4}>
                  {title}
                </th>
              </tr>
              {rows.map((row) => (
                <tr key={row.line}>
                  <td className="books-soft">{row.code}</td>
                  <th scope="row">{row.name}</th>
                  {[row.debit, row.credit].map((amount, at) => (
                    <td key={at === 0 ? 'debit' : 'credit'}>
                      <EntriesLink rows={balanceRows(row, day)} name={row.name} amount={amount} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          ),
      )}
      <tfoot {...stated('sum')}>
        <tr className={debit === credit ? 'books-sum' : 'books-sum books-bad'}>
          <td />
          <th scope="row">
            {debit === credit
              ? 'Debit = credit'
              : `Difference ${formatNaira(kobo(Math.abs(debit - credit)))}`}
          </th>
          <td>{formatNaira(debit)}</td>
          <td>{formatNaira(credit)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

const Sheet = ({ day }: { day: string }) => (
  <Ready query={useCall(calls.books.getBalanceSheet, { day }, { keepPrevious: true })}>
    {({ data }) => <SheetTable sheet={data} />}
  </Ready>
)

function SheetTable({ sheet }: { sheet: BalanceSheet }) {
  const { lines, assets, owed, owner, earned, notes, day } = sheet
  const parts = [
    { group: 'asset', total: assets },
    { group: 'owed', total: owed },
    { group: 'owner', total: owner },
  ] as const
  return (
    <>
      <table className="books-table books-sheet" aria-label="Balance sheet">
        <thead>
          <tr>
            <th scope="col">Code</th>
            <th scope="col">Account</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        {parts.map(({ group, total }) => (
          <tbody key={group}>
            <tr className="books-part">
              <th scope="rowgroup" colSpan={3}>
                {bookGroupLabels[group]}
              </th>
            </tr>
            {lines
              .filter((row) => row.group === group)
              .map((row) => (
                <tr key={row.line}>
                  <td className="books-soft">{row.code}</td>
                  <th scope="row">{row.name}</th>
                  <td>
                    <EntriesLink rows={balanceRows(row, day)} name={row.name} amount={row.amount} />
                  </td>
                </tr>
              ))}
            {group === 'owner' && (
              <tr>
                <td />
                <th scope="row">Earned this year</th>
                <td>
                  <EntriesLink rows={earnedRows(sheet)} name="Earned this year" amount={earned} />
                </td>
              </tr>
            )}
            <tr className="books-sum">
              <td />
              <th scope="row">{bookGroupLabels[group]}</th>
              <td>
                <EntriesLink
                  rows={entriesOf(`all ${group}`, { end_date: day })}
                  name={bookGroupLabels[group]}
                  amount={total}
                />
              </td>
            </tr>
          </tbody>
        ))}
        <tfoot {...stated('sum')}>
          <tr className={assets === owed + owner ? 'books-sum' : 'books-sum books-bad'}>
            <td />
            <th scope="row">Owed and owner</th>
            <td>{formatNaira(kobo(owed + owner))}</td>
          </tr>
        </tfoot>
      </table>
      {notes && (
        <p className="books-notes" {...stated('held')}>
          {`Not in the balances: ${formatNaira(notes.interest_due)} of interest and penalties that borrowers owe, and ${formatNaira(notes.commission_due)} of agents’ approved commission, unpaid. Of savings and main wallets ${formatNaira(notes.held)} is held.`}
        </p>
      )}
    </>
  )
}
