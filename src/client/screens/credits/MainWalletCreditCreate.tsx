import { calls } from '#contract/index'
import { enabledUntilDone, useSubmit } from '#api/changes/useSubmit'
import { useCall } from '#api/useCall'
import { BackLink } from '#routing/navigation'
import { Screen } from '#ui/layout/Screen'
import { Fact } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { CreditForm } from './CreditForm'

const { requestMainWalletCredit } = calls.credits

/** Requests a credit of the main business wallet. */
export default function MainWalletCreditCreate() {
  const submit = useSubmit(requestMainWalletCredit)
  const { data } = useCall(calls.dashboard.getMainWalletsBalance, {}, enabledUntilDone(submit))
  return (
    <Screen actions={<BackLink to="creditRequests">Back to requested credits</BackLink>}>
      <CreditForm
        call={requestMainWalletCredit}
        submit={submit}
        onSend={(body, onSuccess) =>
          submit.mutate(body, { about: { name: 'the main business wallet', amount: body.amount }, onSuccess })
        }
      >
        <Fact label="Wallet">Main business wallet</Fact>
        {data && (
          <Fact label="Balance">
            <Money amount={data.data.main_balance} />
          </Fact>
        )}
      </CreditForm>
    </Screen>
  )
}
