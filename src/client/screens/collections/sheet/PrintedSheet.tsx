import { formatNaira, sumKobo } from '#domain/money/kobo'
import { dayText } from '#ui/form/choices/collectionDays'
import type { SheetLine } from './sheet'

type Props = { agent: string; phone: string; day: string; lines: readonly SheetLine[] }

/** The sheet on paper, to take along: whom to see, what is expected, and space for the amount and a signature. */
export const PrintedSheet = ({ agent, phone, day, lines }: Props) => (
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
  </>
)
