import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { calls } from '#contract/index'
import { BackLink, LinkButton, useRouteState } from '#routing/navigation'
import { useCall } from '#api/useCall'
import { Age } from '#ui/text/Age'
import { Card } from '#ui/layout/Card'
import { CardGrid } from '#ui/layout/CardGrid'
import { Empty } from '#ui/feedback/Empty'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { CreditForm } from './CreditForm'
import { MainWallet } from './MainWallet'
import { SavingsWalletCard } from './SavingsWalletCard'
import { useCustomer } from '../useCustomer'

const modes = {
  credit: 'CREDIT CUSTOMER',
  transfer: 'TRANSFER FROM CUSTOMER SAVINGS TO MAIN WALLET',
} as const
type Mode = keyof typeof modes

/** Credits a customer's main wallet with cash, or transfers from savings; shows all balances. */
export default function CustomerCredit() {
  const { user_id, amount } = useRouteState('customerCredit')
  const [mode, setMode] = useState<Mode>('credit')
  const customer = useCustomer(user_id)
  const balance = useCall(calls.customers.getCustomersBalance, { customer_id: user_id })
  return (
    <Screen
      about={<Age updatedAt={Math.min(customer.dataUpdatedAt, balance.dataUpdatedAt)} />}
      actions={
        <>
          <BackLink to="customers">Back to customers</BackLink>
          <LinkButton to="creditRequestCreate" state={{ user_id }}>
            Request Credit
          </LinkButton>
        </>
      }
    >
      <Ready query={customer}>
        {(one) => (
          <Ready query={balance}>
            {({ data: { main_wallet, savings_wallets } }) => (
              <>
                <MainWallet customer={one} wallet={main_wallet} />
                <Toggles chosen={mode} onChoose={setMode} />
                {mode === 'credit' && (
                  <CreditForm customer={one} balance={main_wallet.balance} filled={amount} />
                )}
                {savings_wallets.length === 0 ? (
                  <Card title="Savings Wallets">
                    <Empty>No savings wallets available</Empty>
                  </Card>
                ) : (
                  <CardGrid least={300}>
                    {savings_wallets.map((wallet) => (
                      <SavingsWalletCard
                        key={wallet.code}
                        wallet={wallet}
                        customer={one}
                        mainBalance={main_wallet.balance}
                        transfers={mode === 'transfer'}
                      />
                    ))}
                  </CardGrid>
                )}
              </>
            )}
          </Ready>
        )}
      </Ready>
    </Screen>
  )
}

/** The filled button is the form's. */
const chosenLook = {
  '&[aria-pressed=true]': { bgcolor: 'primary.light', borderColor: 'primary.main', color: 'primary.main' },
}

const Toggles = ({ chosen, onChoose }: { chosen: Mode; onChoose: (mode: Mode) => void }) => (
  <Box role="group" aria-label="What to do" sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
    {(Object.keys(modes) as Mode[]).map((mode) => (
      <Button
        key={mode}
        variant="outlined"
        sx={chosenLook}
        aria-pressed={mode === chosen}
        onClick={() => onChoose(mode)}
      >
        {modes[mode]}
      </Button>
    ))}
  </Box>
)
