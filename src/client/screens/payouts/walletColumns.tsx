import type { Kobo } from '#contract/values'
import { addKobo, formatNaira } from '#domain/money/kobo'
import { cycleDaysText } from '#domain/savings/cardText'
import type { CardColumn } from '#ui/table/cards/CardTable'

type Costs = { kept: Kobo; commission: Kobo }

/** What a cycle costs its customer: kept of it already, and owed and taken with the payout. */
export const commissionOf = ({ kept, commission }: Costs): Kobo => addKobo(kept, commission)
export const commissionText = (costs: Costs): string =>
  commissionOf(costs) === 0 ? '' : formatNaira(commissionOf(costs))

/** A wallet of a payout; the sum of all has no wallet. */
type Wallet = {
  customer: string
  customer_reference?: string
  saving_type_name?: string
  reference?: string
  from_day?: string
  through_day?: string
  saved: Kobo
}

export const walletColumns: readonly CardColumn<Wallet>[] = [
  {
    header: 'Customer',
    cell: ({ customer, customer_reference }) => (
      <span>
        <b>{customer}</b>
        {customer_reference && (
          <>
            {', '}
            <Whole>{customer_reference}</Whole>
          </>
        )}
      </span>
    ),
  },
  {
    header: 'Wallet',
    cell: ({ saving_type_name, reference }) =>
      reference && (
        <span>
          {`${saving_type_name}, `}
          <Whole>{reference}</Whole>
        </span>
      ),
  },
  {
    header: 'Cycle',
    isMinor: true,
    cell: ({ from_day, through_day }) =>
      from_day && through_day && <Whole>{cycleDaysText({ from_day, through_day })}</Whole>,
  },
]
export const savedColumn: CardColumn<Wallet> = {
  header: 'Saved',
  isNumber: true,
  note: 'Deposits of the days of this cycle. What is paid out is the whole balance, less what is owed and held.',
  cell: ({ saved }) => formatNaira(saved),
}

/** Without a break of the line. */
const Whole = ({ children }: { children: string }) => <span style={{ whiteSpace: 'nowrap' }}>{children}</span>
