import { calls } from '#contract/index'
import { Decision } from '#forms/Decision'
import { addKobo, formatNaira, kobo, subtractKobo } from '#domain/money/kobo'
import { BackLink, useGo, useRouteState } from '#routing/navigation'
import { enabledUntilDone, useSubmit } from '#api/changes/useSubmit'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { BalanceChange } from '#ui/text/BalanceChange'
import { Fact } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { useSavingAccount } from './useSavingAccount'

const { closeSaving } = calls.savings

/** Closes a savings wallet; its balance goes to the main wallet. */
export default function SavingClose() {
  const { savings_id } = useRouteState('savingClose')
  const go = useGo()
  const submit = useSubmit(closeSaving)
  const close = (name: string) =>
    submit.mutate({ savings_id }, { about: { name }, onSuccess: () => go('savingsPortfolio') })
  return (
    <Screen actions={<BackLink to="savingsPortfolio">Back to savings portfolio</BackLink>}>
      <Ready query={useSavingAccount(savings_id, enabledUntilDone(submit))}>
        {(one) => {
          const { commission_owed: owed = kobo(0) } = one
          const moved = subtractKobo(one.balance, owed)
          const note = `${moved > 0 ? `${formatNaira(moved)} moves to the main wallet. ` : ''}The wallet takes no more deposits and can’t be opened again.`
          return (
            <Decision
              call={closeSaving}
              submit={submit}
              onPress={() => close(one.customer_name)}
              actionLabel="Close Savings Wallet"
              note={note}
              question={{ title: 'Close this savings wallet?', text: note }}
              disabledReason={
                one.status === 'closed'
                  ? `Savings wallet ${one.reference} is closed.`
                  : one.held
                    ? `${formatNaira(one.held)} of it secures a loan. It can be closed once that is paid.`
                    : undefined
              }
              danger
            >
              <Fact label="Customer">{`${one.customer_name}, ${one.customer_reference}`}</Fact>
              <Fact label="Savings wallet">{`${one.saving_type_name} ${one.reference}`}</Fact>
              <Fact label="Balance">
                <Money amount={one.balance} />
              </Fact>
              {owed > 0 && (
                <Fact label="Commission, taken first">
                  <Money amount={owed} />
                </Fact>
              )}
              <BalanceChange
                label="Main wallet"
                before={one.main_balance}
                after={addKobo(one.main_balance, moved)}
              />
            </Decision>
          )
        }}
      </Ready>
    </Screen>
  )
}
