import { formatNaira, sumKobo } from '#domain/money/kobo'
import { dayText } from '#ui/form/choices/collectionDays'
import type { DuePayout } from '#contract/calls/collections'
import type { SheetLine } from './sheet'

type Props = {
  agent: string
  phone: string
  day: string
  lines: readonly SheetLine[]
  payouts: readonly DuePayout[]
}

/** The sheet on paper, to take along: whom to see, what is expected, and space for the amount and a signature. */
export const PrintedSheet = ({ agent, phone, day, lines, payouts }: Props) => (
  <>
    <div>{`Agent: ${agent}, ${phone}. Day: ${dayText(day)}.`}</div>
    <table className="print-table">
      <thead>
        <tr>
          <th scope="col">Customer</th>
          <th scope="col">Phone</th>
          <th scope="col">For</th>
          <th scope="col" className="number">
            Expected
          </th>
          <th scope="col" style={{ width: '28mm' }}>
            Amount
          </th>
          <th scope="col" style={{ width: '34mm' }}>
            Signature
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, at) => (
          <tr key={line.key} style={{ height: '9mm' }}>
            <td>
              {lines[at - 1]?.user_id === line.user_id ? '' : `${line.customer}, ${line.customer_reference}`}
            </td>
            <td className="phone">{lines[at - 1]?.user_id === line.user_id ? '' : line.phone}</td>
            <td>{line.owed === undefined ? line.label : `${line.label}, owes ${formatNaira(line.owed)}`}</td>
            <td className="number">{line.expected === 0 ? '–' : formatNaira(line.expected)}</td>
            <td />
            <td />
          </tr>
        ))}
        <tr>
          <td colSpan={3}>Total</td>
          <td className="number">{formatNaira(sumKobo(lines.map(({ expected }) => expected)))}</td>
          <td />
          <td />
        </tr>
      </tbody>
    </table>
    {payouts.length > 0 && <ToPayOut payouts={payouts} />}
  </>
)

/** Withdrawals that the agent pays: each customer signs for the amount. */
const ToPayOut = ({ payouts }: { payouts: readonly DuePayout[] }) => (
  <>
    <h2>To pay out</h2>
    <table className="print-table">
      <thead>
        <tr>
          <th scope="col">Customer</th>
          <th scope="col">Phone</th>
          <th scope="col">Withdrawal</th>
          <th scope="col" className="number">
            Amount
          </th>
          <th scope="col" style={{ width: '60mm' }}>
            Received, Signature
          </th>
        </tr>
      </thead>
      <tbody>
        {payouts.map((one) => (
          <tr key={one.withdrawal_id} style={{ height: '11mm' }}>
            <td>{`${one.customer}, ${one.customer_reference}`}</td>
            <td className="phone">{one.customer_phone}</td>
            <td>{one.reference}</td>
            <td className="number">{formatNaira(one.amount)}</td>
            <td />
          </tr>
        ))}
        <tr>
          <td colSpan={3}>Total</td>
          <td className="number">{formatNaira(sumKobo(payouts.map(({ amount }) => amount)))}</td>
          <td />
        </tr>
      </tbody>
    </table>
  </>
)
