import Box from '@mui/material/Box'
import { useState } from 'react'
import type { Customer, SavingsWallet } from '#contract/calls/customers'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { ChangeButton } from '#forms/ChangeButton'
import { addKobo, formatNaira, kobo, subtractKobo } from '#domain/money/kobo'
import { freeBalance } from '#domain/money/security'
import {
  canTransfer,
  insufficientForTransfer,
  movable,
  stepDown,
  stepUp,
  transferFault,
} from '#domain/money/transferSteps'
import { useSubmit } from '#api/changes/useSubmit'
import { AmountSteps } from '#ui/form/AmountSteps'
import { BalanceChange } from '#ui/text/BalanceChange'
import { Confirm } from '#ui/feedback/Confirm'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { Result } from '#ui/feedback/Result'
import { ProblemNote } from '#ui/feedback/ProblemNote'
import { nameOf } from '../useCustomer'

const { savingWalletToMainWallets } = calls.customers
type Props = { wallet: SavingsWallet; customer: Customer; mainBalance: Kobo }

/** Transfers from a savings wallet to the main wallet, in steps (rules.md, "Transfer from savings"). */
export function SavingsTransfer({ wallet, customer, mainBalance }: Props) {
  const { code, type, balance, fixed_amount: fixedAmount } = wallet
  const { held = kobo(0), commission_owed: owed = kobo(0) } = wallet
  const purse = { balance: freeBalance(balance, held), fixedAmount, owed }
  const most = movable(purse)
  const submit = useSubmit(savingWalletToMainWallets)
  const [chosen, setChosen] = useState(fixedAmount)
  const [asking, setAsking] = useState(false)
  // The chosen amount may exceed a balance that has changed.
  const amount = transferFault(chosen, purse) ? fixedAmount : chosen
  const isEnough = canTransfer(purse)
  const actionLabel = `Transfer ${formatNaira(amount)}`
  const send = () => {
    setAsking(false)
    submit.mutate(
      { amount, customer_id: customer.id, savings_type: type, savings_ref: code },
      { about: { name: nameOf(customer) }, onSuccess: () => setChosen(fixedAmount) },
    )
  }
  const changes = isEnough && (
    <>
      {owed > 0 && (
        <Fact label="Commission, taken first">
          <Money amount={owed} />
        </Fact>
      )}
      <BalanceChange label="Savings" before={balance} after={subtractKobo(balance, addKobo(owed, amount))} />
      <BalanceChange label="Main wallet" before={mainBalance} after={addKobo(mainBalance, amount)} />
    </>
  )
  return (
    <Box sx={{ display: 'grid', gap: 2, mt: 2 }}>
      <AmountSteps
        label="Amount to transfer"
        amount={amount}
        less={amount <= fixedAmount ? undefined : stepDown(amount, purse)}
        more={amount >= most ? undefined : stepUp(amount, purse)}
        most={isEnough ? most : undefined}
        onChange={setChosen}
      />
      {isEnough ? (
        <Facts>{changes}</Facts>
      ) : (
        <Box sx={{ color: 'warning.main' }}>
          {`Insufficient balance — must be at least ${formatNaira(addKobo(fixedAmount, owed))}.`}
        </Box>
      )}
      <ProblemNote error={submit.error} />
      {submit.data && (
        <Result>
          {`Reference ${submit.data.data.reference}. New balance of the main wallet: ${formatNaira(submit.data.data.main_balance)}.`}
        </Result>
      )}
      <ChangeButton
        call={savingWalletToMainWallets}
        busy={submit.isPending}
        disabledReason={isEnough ? undefined : insufficientForTransfer}
        onPress={() => submit.afterConflictCheck({ customer_id: customer.id }, () => setAsking(true))}
      >
        {actionLabel}
      </ChangeButton>
      <Confirm
        open={asking}
        title="Transfer from savings to the main wallet?"
        text={`${formatNaira(amount)} leaves the savings at once and can be withdrawn from the main wallet. It can’t be undone here.`}
        actionLabel={actionLabel}
        onConfirm={send}
        onCancel={() => setAsking(false)}
      >
        <Facts>
          <Fact label="Customer">{`${nameOf(customer)}, ${customer.reference}`}</Fact>
          <Fact label="Savings wallet">{`${type} ${code}`}</Fact>
          {changes}
        </Facts>
      </Confirm>
    </Box>
  )
}
