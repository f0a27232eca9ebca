import type { NamedWrite } from '#contract/call'
import { calls } from '#contract/index'
import type { LoanType } from '#contract/calls/loanTypes'
import { Decision } from '#forms/Decision'
import { BackLink, useGo } from '#routing/navigation'
import { penaltyTermsText } from '#domain/money/loanTerms'
import { formatRate } from '#domain/money/rates'
import { useCall } from '#api/useCall'
import { useSubmit, enabledUntilDone } from '#api/changes/useSubmit'
import { Fact } from '#ui/text/Facts'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { StatusChip } from '#ui/text/StatusChip'
import { openText } from './openText'

const { loanTypeUse } = calls.loans
type Props = {
  id: number
  call: (typeof calls.loans)['switchOffLoanType' | 'switchOnLoanType'] & NamedWrite
  /** The status that the type has before. */
  from: LoanType['status']
  actionLabel: string
  note: string
  danger?: boolean
}

/** Switches one type off or on: its terms, what is open under it, and the button; then opens the list. */
export function LoanTypeSwitch({ id, call, from, ...decision }: Props) {
  const go = useGo()
  const submit = useSubmit(call)
  const press = (name: string) => submit.mutate({ id }, { about: { name }, onSuccess: () => go('loanTypes') })
  return (
    <Screen actions={<BackLink to="loanTypes">Back to loan types</BackLink>}>
      <Ready query={useCall(loanTypeUse, { id }, enabledUntilDone(submit))}>
        {({ data: type }) => (
          <Decision
            call={call}
            submit={submit}
            onPress={() => press(type.name)}
            disabledReason={
              type.status === from ? undefined : `It is switched ${from === 'active' ? 'off' : 'on'} already.`
            }
            {...decision}
          >
            <Fact label="Name">{type.name}</Fact>
            <Fact label="Interest Rate">{formatRate(type.interest_rate)}</Fact>
            <Fact label="Penalty">{penaltyTermsText(type)}</Fact>
            <Fact label="Installment periods">{type.periods.join(', ')}</Fact>
            <Fact label="Status">
              <StatusChip status={type.status} />
            </Fact>
            <Fact label="Open loans">{openText(type)}</Fact>
          </Decision>
        )}
      </Ready>
    </Screen>
  )
}
