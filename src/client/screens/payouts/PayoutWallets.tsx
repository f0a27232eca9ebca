import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import type { EndedWallet } from '#contract/calls/payouts'
import { pluralize } from '#domain/money/figures'
import { formatNaira, kobo, sumKobo } from '#domain/money/kobo'
import { type CardColumn, CardTable } from '#ui/table/cards/CardTable'
import { commissionOf, commissionText, savedColumn, walletColumns } from './walletColumns'

type Props = {
  wallets: readonly EndedWallet[]
  ticked: ReadonlySet<number>
  onTick: (ticked: ReadonlySet<number>) => void
  locked: boolean
}

/** The wallets with what was saved in their ended cycle, what is kept of it, and what can be paid out. */
export function PayoutWallets({ wallets, ticked, onTick, locked }: Props) {
  // Others are kept until they are asked for (rules.md, "Payout").
  const withDeposits = wallets.filter(({ saved }) => saved > 0).map(({ savings_id }) => savings_id)
  const isAll = withDeposits.length > 0 && withDeposits.every((id) => ticked.has(id))
  const tick = (id: number, isOn: boolean) => {
    const next = new Set(ticked)
    if (isOn) next.add(id)
    else next.delete(id)
    onTick(next)
  }
  const sumOf = (field: 'saved' | 'held' | 'payable') => sumKobo(wallets.map((one) => one[field]))
  const all: Row = {
    customer: 'All',
    saved: sumOf('saved'),
    kept: sumKobo(wallets.map(commissionOf)),
    commission: kobo(0),
    held: sumOf('held'),
    payable: sumOf('payable'),
  }
  const choice: CardColumn<Row> = {
    header: 'Pay Out',
    isControl: true,
    cell: ({ savings_id: id, customer, reference }) =>
      id !== undefined && (
        <Checkbox
          sx={box}
          checked={ticked.has(id)}
          disabled={locked}
          slotProps={{ input: { 'aria-label': `${customer}, ${reference}` } }}
          onChange={(_event, isOn) => tick(id, isOn)}
        />
      ),
  }
  return (
    <>
      <FormControlLabel
        label={`All ${pluralize(withDeposits.length, 'wallet')} with deposits`}
        control={
          <Checkbox
            sx={box}
            checked={isAll}
            indeterminate={!isAll && ticked.size > 0}
            disabled={locked || withDeposits.length === 0}
            onChange={() => onTick(isAll ? new Set() : new Set([...ticked, ...withDeposits]))}
          />
        }
      />
      <CardTable<Row>
        label="Ended cycles"
        columns={[choice, ...columns]}
        rows={[...wallets, all]}
        keyOf={({ savings_id }) => savings_id ?? 'all'}
      />
    </>
  )
}

const box = { width: 44, height: 44 }

/** A wallet, or the sum of all. */
type Row = Pick<EndedWallet, 'customer' | 'saved' | 'kept' | 'commission' | 'held' | 'payable'> &
  Partial<EndedWallet>

const columns: readonly CardColumn<Row>[] = [
  ...walletColumns,
  {
    header: 'Agent',
    isMinor: true,
    cell: ({ agent, market }) => (agent && market ? `${agent}, ${market}` : agent),
  },
  savedColumn,
  { header: 'Commission', isNumber: true, cell: commissionText },
  { header: 'Held', isNumber: true, cell: ({ held }) => (held === 0 ? '' : formatNaira(held)) },
  { header: 'Payable', isNumber: true, cell: ({ payable }) => <b>{formatNaira(payable)}</b> },
]
