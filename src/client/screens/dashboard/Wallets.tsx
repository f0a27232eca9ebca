import Visibility from '@mui/icons-material/VisibilityOutlined'
import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined'
import Button from '@mui/material/Button'
import { useState } from 'react'
import type { MainWallets } from '#contract/calls/dashboard'
import { calls } from '#contract/index'
import { useCall } from '#api/useCall'
import { Money } from '#ui/text/Money'
import { Ready } from '#ui/feedback/Ready'

const wallets: readonly [keyof MainWallets, string][] = [
  ['main_balance', 'Main'],
  ['profit_balance', 'Profit'],
  ['transaction_balance', 'Transaction'],
  ['total_balance', 'Total'],
]

/** Business wallets, for the superadmin only (rules.md, "Business wallet balances"). Hidden until shown on request. */
export function Wallets() {
  const [shown, setShown] = useState(false)
  const balances = useCall(calls.dashboard.getMainWalletsBalance, {})
  return (
    <section className={shown ? 'dash-balances shown' : 'dash-balances'}>
      <div className="dash-head">
        <h2>Wallets</h2>
        <span className="dash-action">
          <Button
            size="small"
            variant="outlined"
            startIcon={shown ? <VisibilityOff /> : <Visibility />}
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Hide Balances' : 'Show Balances'}
          </Button>
        </span>
      </div>
      <Ready query={balances} height={40}>
        {({ data }) => (
          <dl>
            {wallets.map(([field, label]) => (
              <div key={field}>
                <dt>{label}</dt>
                <dd>{shown ? <Money amount={data[field]} /> : '******'}</dd>
              </div>
            ))}
          </dl>
        )}
      </Ready>
    </section>
  )
}
