import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { type CollectionCase, notCollectedReasons } from '#contract/calls/collections'
import type { Kobo } from '#contract/values'
import { RowActions } from '#lists/rows/RowActions'
import { toReversal } from '#lists/rows/rowLinks'
import { useOffers } from '#routing/navigation'
import { formatNaira, negateKobo, subtractKobo } from '#domain/money/kobo'
import { isReversible } from '#domain/money/reversible'
import { showDateTime } from '#domain/time/lagos'
import { Signatures } from '#ui/print/Signatures'
import { Card } from '#ui/layout/Card'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { dayText } from '#ui/form/choices/collectionDays'

type Props = {
  sheet: CollectionCase
  /** It was recorded just now. */
  isResult?: boolean
}

/** The receipt of a sheet: what was collected from whom, what was counted and expected, and what stays with the agent. */
export function CollectionReceipt({ sheet, isResult = false }: Props) {
  const left = leftOf(sheet)
  return (
    <>
      <Card title={`Receipt ${sheet.reference}`} isResult={isResult}>
        <Facts>
          <Fact label="Agent">{sheet.agent}</Fact>
          <Fact label="Day">{dayText(sheet.day)}</Fact>
          <Fact label="Lines">{`${sheet.collected_lines} collected, of ${sheet.lines}`}</Fact>
          <Fact label="Total">
            <Money amount={sheet.total} />
          </Fact>
          {sheet.paid_out ? (
            <Fact label="Paid Out">
              <Money amount={sheet.paid_out} />
            </Fact>
          ) : null}
          {sheet.repayments !== null && (
            <Fact label="Loan Repayments">
              <Money amount={sheet.repayments} />
            </Fact>
          )}
          <Fact label="Counted">{sheet.counted === null ? 'Not counted' : formatNaira(sheet.counted)}</Fact>
          {sheet.expected !== null && (
            <Fact label="Expected In The Purse">
              <Money amount={sheet.expected} />
            </Fact>
          )}
          {left !== undefined && (
            <Fact label="Left With Agent">
              <Money amount={left} />
            </Fact>
          )}
          {sheet.reversed !== null && (
            <Fact label="Reversed Since">
              <Money amount={sheet.reversed} />
            </Fact>
          )}
          {sheet.remittance && <Fact label="Remittance">{sheet.remittance}</Fact>}
          {sheet.remittance_reversed_by && (
            <Fact label="Remittance Reversed By">{sheet.remittance_reversed_by}</Fact>
          )}
          <Fact label="Recorded By">{`${sheet.admin}, ${showDateTime(sheet.created_at)}`}</Fact>
        </Facts>
        <Alert severity={left === 0 ? 'success' : 'warning'} role="status" sx={{ mt: 2 }}>
          {outcomeOf(sheet, left)}
        </Alert>
      </Card>
      <Card title="Lines">
        <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label="Lines">
          <Lines sheet={sheet} />
        </Box>
      </Card>
      {sheet.payouts !== undefined && sheet.payouts.length > 0 && (
        <Card title="Paid out">
          <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label="Paid out">
            <Payouts payouts={sheet.payouts} />
          </Box>
        </Card>
      )}
      <Signatures by={['Agent', 'Counted by']} />
    </>
  )
}

const leftOf = ({ counted, expected }: CollectionCase): Kobo | undefined =>
  counted === null || expected === null ? undefined : subtractKobo(expected, counted)

function outcomeOf(sheet: CollectionCase, left: Kobo | undefined): string {
  const { agent, total, reversed, paid_out } = sheet
  if (left === undefined) {
    if (paid_out)
      return `No cash was counted: ${formatNaira(total)} was collected and ${formatNaira(paid_out)} paid out by ${agent}.`
    if (total === 0) return 'Nothing was collected.'
    const stays = reversed === null ? total : subtractKobo(total, reversed)
    return stays === 0
      ? 'No cash was counted, and all that was collected is reversed.'
      : `No cash was counted: ${formatNaira(stays)} stays with ${agent}.`
  }
  if (left === 0) return 'The count is what was expected.'
  return left > 0
    ? `${formatNaira(left)} less than expected. It stays on the account of ${agent}.`
    : `${formatNaira(negateKobo(left))} more than expected. It stays on the account of ${agent}.`
}

function Lines({ sheet: { rows, total, reversed } }: { sheet: CollectionCase }) {
  const offers = useOffers()('reversalCreate') && rows.some(isReversible)
  return (
    <Box component="table" className="print-table" sx={table}>
      <thead>
        <tr>
          <th scope="col">Customer</th>
          <th scope="col">For</th>
          <th scope="col" className="number">
            Expected
          </th>
          <th scope="col" className="number">
            Amount
          </th>
          <th scope="col">Reference Or Reason</th>
          {offers && (
            <th scope="col" className="screen-only">
              Actions
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={row.id}>
            <td className="payer">
              {rows[at - 1]?.user_id !== row.user_id && (
                <>
                  {`${row.customer}, `}
                  <span className="reference">{row.customer_reference}</span>
                </>
              )}
            </td>
            <td>
              {`${row.saving_type_name ?? row.loan_type_name}, `}
              <span className="reference">{row.savings_reference ?? row.loan_reference}</span>
              {row.still_owed !== null && row.reversed_by === null && (
                <div className="owed">{owedText(row.still_owed)}</div>
              )}
            </td>
            <td className="number expected">{formatNaira(row.expected)}</td>
            <td className="number">{row.amount === 0 ? '–' : formatNaira(row.amount)}</td>
            <td className="reference">
              {row.reference ?? (row.reason ? notCollectedReasons[row.reason] : '')}
              {row.reversed_by && <div>{`Reversed by ${row.reversed_by}`}</div>}
            </td>
            {offers && (
              <td className="screen-only">
                {row.reference && (
                  <RowActions
                    name={row.reference}
                    actions={[toReversal({ reference: row.reference, reversed_by: row.reversed_by })]}
                  />
                )}
              </td>
            )}
          </tr>
        ))}
        <tr>
          <th scope="row" colSpan={3}>
            Total
          </th>
          <td className="number">
            <b>{formatNaira(total)}</b>
          </td>
          <td />
          {offers && <td className="screen-only" />}
        </tr>
        {reversed !== null && (
          <tr>
            <th scope="row" colSpan={3}>
              Total without what was reversed
            </th>
            <td className="number">
              <b>{formatNaira(subtractKobo(total, reversed))}</b>
            </td>
            <td />
            {offers && <td className="screen-only" />}
          </tr>
        )}
      </tbody>
    </Box>
  )
}

function Payouts({ payouts }: { payouts: NonNullable<CollectionCase['payouts']> }) {
  const offers = useOffers()('reversalCreate')
  return (
    <Box component="table" className="print-table" sx={table}>
      <thead>
        <tr>
          <th scope="col">Customer</th>
          <th scope="col">Withdrawal</th>
          <th scope="col" className="number">
            Amount
          </th>
          <th scope="col">Reference</th>
          {offers && (
            <th scope="col" className="screen-only">
              Actions
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {payouts.map((one) => (
          <tr key={one.withdrawal_id}>
            <td className="payer">
              {`${one.customer}, `}
              <span className="reference">{one.customer_reference}</span>
            </td>
            <td>{one.reference}</td>
            <td className="number">{formatNaira(one.amount)}</td>
            <td className="reference">{one.entry_reference}</td>
            {offers && (
              <td className="screen-only">
                <RowActions
                  name={one.entry_reference}
                  actions={[toReversal({ reference: one.entry_reference, reversed_by: null })]}
                />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </Box>
  )
}

const owedText = (owed: Kobo) => (owed === 0 ? 'The loan is paid' : `Still owed ${formatNaira(owed)}`)

const table = {
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: 14,
  '& th, & td': { textAlign: 'left', px: 1, py: 0.75, borderBottom: 1, borderColor: 'divider' },
  '& .number': { textAlign: 'right', whiteSpace: 'nowrap' },
  '& .reference': { whiteSpace: 'nowrap' },
  '& .owed': { color: 'text.secondary' },
  // On a phone each line stands on two: whom and how much, what for and the reference.
  '@media screen and (max-width: 700px)': {
    '&, & tbody': { display: 'block' },
    '& thead, & .expected': { display: 'none' },
    '& tr': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      columnGap: 1,
      py: 0.75,
      borderBottom: 1,
      borderColor: 'divider',
    },
    '& th, & td': { p: 0, border: 0 },
    '& td.number': { gridColumn: 2, gridRow: 1 },
    '& td.reference': { textAlign: 'right', color: 'text.secondary' },
    '& .payer': { fontWeight: 600 },
  },
}
