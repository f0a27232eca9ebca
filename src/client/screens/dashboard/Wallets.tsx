import Button from '@mui/material/Button'
import { useState } from 'react'
import type { MainWallets } from '#contract/calls/dashboard'
import { calls } from '#contract/index'
import { useCall } from '#api/useCall'
import { Card } from '#ui/layout/Card'
import { Fact, Facts } from '#ui/text/Facts'
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
    <Card
      title="Wallets"
      action={
        <Button variant="outlined" onClick={() => setShown(!shown)}>
          {shown ? 'Hide Balances' : 'Show Balances'}
        </Button>
      }
    >
      <Ready query={balances}>
        {({ data }) => (
          <Facts>
            {wallets.map(([field, label]) => (
              <Fact key={field} label={label}>
                {shown ? <Money amount={data[field]} /> : '₦ ********'}
              </Fact>
            ))}
          </Facts>
        )}
      </Ready>
    </Card>
  )
}
