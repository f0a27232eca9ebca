import Visibility from '@mui/icons-material/VisibilityOutlined'
import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined'
import Button from '@mui/material/Button'
import { useState } from 'react'
import type { MainWallets } from '#contract/calls/dashboard'
import { calls } from '#contract/index'
import { formatNaira } from '#domain/money/kobo'
import { useCall } from '#api/useCall'
import { Figure } from '#lists/FigureLink'
import type { Rows } from '#lists/RowsLink'
import { Ready } from '#ui/feedback/Ready'
import { Stated } from '#ui/text/Stated'

const wallets: readonly [keyof MainWallets, string][] = [
  ['main_balance', 'Main'],
  ['profit_balance', 'Profit'],
  ['transaction_balance', 'Transaction'],
  ['total_balance', 'Total'],
]

/** The movements of a wallet: the newest has its balance, or they add up to it. The total is of the others. */
const walletRows: Partial<Record<keyof MainWallets, Rows>> = {
  main_balance: { to: 'mainTransactions' },
  profit_balance: { to: 'businessTransactions', filters: { business_id: '2' } },
  transaction_balance: { to: 'businessTransactions', filters: { business_id: '3' } },
}

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
                <dd>
                  {shown ? (
                    <Stated as="sum">
                      <Figure rows={walletRows[field]} name={`${label} wallet`}>
                        {formatNaira(data[field])}
                      </Figure>
                    </Stated>
                  ) : (
                    '******'
                  )}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Ready>
    </section>
  )
}
