import Box from '@mui/material/Box'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Column } from '#contract/call'
import type { EndedWallet } from '#contract/calls/payouts'
import { pluralize } from '#domain/money/figures'
import { formatNaira, sumKobo } from '#domain/money/kobo'
import { showDate } from '#domain/time/lagos'
import { usePrinting } from '#ui/print/printing'
import { RowCards } from '#ui/table/cards/RowCards'
import { commissionOf, commissionText, payoutTable } from './payoutTable'

type Props = {
  wallets: readonly EndedWallet[]
  ticked: ReadonlySet<number>
  onTick: (ticked: ReadonlySet<number>) => void
  locked: boolean
}

/** The wallets with what was saved in their ended cycle, what is kept of it, and what can be paid out; on a phone as cards. */
export function PayoutWallets(props: Props) {
  const phone = useMediaQuery('(max-width: 700px)', { noSsr: true })
  const printing = usePrinting()
  return phone && !printing ? <WalletCards {...props} /> : <WalletTable {...props} />
}

/** Ticks the wallets with deposits in the ended cycle (rules.md, "Payout"): others are kept until they are asked for. */
function AllOf({ wallets, ticked, onTick, locked, isNamed = false }: Props & { isNamed?: boolean }) {
  const all = wallets.filter(({ saved }) => saved > 0).map(({ savings_id }) => savings_id)
  const isAll = all.length > 0 && all.every((id) => ticked.has(id))
  const name = `All ${pluralize(all.length, 'wallet')} with deposits`
  return (
    <label>
      <input
        type="checkbox"
        checked={isAll}
        disabled={locked || all.length === 0}
        aria-label={name}
        onChange={() => onTick(isAll ? new Set() : new Set([...ticked, ...all]))}
      />
      {isNamed && <span>{name}</span>}
    </label>
  )
}

const cardColumns: readonly Column<EndedWallet>[] = [
  { field: 'customer', header: 'Customer', kind: 'text', isSubject: true },
  { field: 'payable', header: 'Payable', kind: 'money' },
  { field: 'saved', header: 'Saved', kind: 'money' },
  { field: 'reference', header: 'Wallet', kind: 'text' },
  { field: 'saving_type_name', header: 'Savings Type', kind: 'text' },
  { field: 'through_day', header: 'Cycle Until', kind: 'date' },
  { field: 'from_day', header: 'Cycle From', kind: 'date' },
  { field: 'kept', header: 'Commission Kept', kind: 'money' },
  { field: 'commission', header: 'Commission Owed', kind: 'money' },
  { field: 'held', header: 'Held', kind: 'money' },
  { field: 'agent', header: 'Agent', kind: 'text' },
  { field: 'market', header: 'Market', kind: 'text', sparse: true },
]

function WalletCards(props: Props) {
  const { wallets, ticked, onTick, locked } = props
  const rows = wallets.map((one) => ({ ...one, id: one.savings_id }))
  const chosen = new Map(rows.filter(({ id }) => ticked.has(id)).map((row) => [row.id, row]))
  return (
    <Box role="region" aria-label="Ended cycles" sx={allLine}>
      <AllOf {...props} isNamed />
      <RowCards
        rows={rows}
        page={1}
        columns={cardColumns}
        selection={{ chosen, set: (next) => !locked && onTick(new Set(next.keys())) }}
        whole={false}
        place={{}}
      />
    </Box>
  )
}

const allLine = {
  '& > label': { display: 'flex', alignItems: 'center', gap: 1.5, minHeight: 44, px: 1.5 },
  '& > label input': { width: 20, height: 20, m: 0, accentColor: 'var(--mui-palette-primary-main)' },
}

function WalletTable(props: Props) {
  const { wallets, ticked, onTick, locked } = props
  const tick = (id: number, isOn: boolean) => {
    const next = new Set(ticked)
    if (isOn) next.add(id)
    else next.delete(id)
    onTick(next)
  }
  const sum = (field: 'saved' | 'payable') => formatNaira(sumKobo(wallets.map((one) => one[field])))
  return (
    <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label="Ended cycles">
      <Box component="table" sx={payoutTable}>
        <thead>
          <tr>
            <th scope="col" className="tick">
              <AllOf {...props} />
            </th>
            <th scope="col">Customer</th>
            <th scope="col">Wallet</th>
            <th scope="col">Cycle</th>
            <th scope="col">Agent</th>
            <th scope="col" className="number">
              Saved
            </th>
            <th scope="col" className="number">
              Commission
            </th>
            <th scope="col" className="number">
              Held
            </th>
            <th scope="col" className="number">
              Payable
            </th>
          </tr>
        </thead>
        <tbody>
          {wallets.map((one) => (
            <tr key={one.savings_id}>
              <td className="tick">
                <label>
                  <input
                    type="checkbox"
                    checked={ticked.has(one.savings_id)}
                    disabled={locked}
                    aria-label={`${one.customer}, ${one.reference}`}
                    onChange={({ target }) => tick(one.savings_id, target.checked)}
                  />
                </label>
              </td>
              <td>
                <b>{one.customer}</b>, {one.customer_reference}
              </td>
              <td>
                {one.saving_type_name}, <span className="reference">{one.reference}</span>
              </td>
              <td className="reference">{`${showDate(one.from_day)} – ${showDate(one.through_day)}`}</td>
              <td>{one.market ? `${one.agent}, ${one.market}` : one.agent}</td>
              <td className="number">{formatNaira(one.saved)}</td>
              <td className="number">{commissionText(one)}</td>
              <td className="number">{one.held === 0 ? '–' : formatNaira(one.held)}</td>
              <td className="number">
                <b>{formatNaira(one.payable)}</b>
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row" colSpan={5}>
              All
            </th>
            <td className="number">{sum('saved')}</td>
            <td className="number">{formatNaira(sumKobo(wallets.map(commissionOf)))}</td>
            <td />
            <td className="number">
              <b>{sum('payable')}</b>
            </td>
          </tr>
        </tbody>
      </Box>
    </Box>
  )
}
