import { calls } from '#contract/index'
import { useSubmit } from '#api/changes/useSubmit'
import { BackLink } from '#routing/navigation'
import { Screen } from '#ui/layout/Screen'
import { Fact } from '#ui/text/Facts'
import { CreditForm } from './CreditForm'

const { requestMainWalletCredit } = calls.credits

/** Requests a credit of the main business wallet. */
export default function MainWalletCreditCreate() {
  const submit = useSubmit(requestMainWalletCredit)
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
      </CreditForm>
    </Screen>
  )
}
