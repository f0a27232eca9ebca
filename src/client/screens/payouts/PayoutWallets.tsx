import Box from '@mui/material/Box'
import type { EndedWallet } from '#contract/calls/payouts'
import { pluralize } from '#domain/money/figures'
import { formatNaira, sumKobo } from '#domain/money/kobo'
import { showDate } from '#domain/time/lagos'
import { commissionOf, commissionText, payoutTable } from './payoutTable'

type Props = {
  wallets: readonly EndedWallet[]
  ticked: ReadonlySet<number>
  onTick: (ticked: ReadonlySet<number>) => void
  locked: boolean
}

/** The wallets with what was saved in their ended cycle, what is kept of it, and what can be paid out. */
export function PayoutWallets({ wallets, ticked, onTick, locked }: Props) {
  const isAll = ticked.size === wallets.length
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
              <label>
                <input
                  type="checkbox"
                  checked={isAll}
                  disabled={locked}
                  aria-label={`All ${pluralize(wallets.length, 'wallet')}`}
                  onChange={() => onTick(isAll ? new Set() : new Set(wallets.map((one) => one.savings_id)))}
                />
              </label>
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
