import type { NamedWrite } from '#contract/call'
import { calls } from '#contract/index'
import type { SavingType } from '#contract/calls/savingTypes'
import { Decision } from '#forms/Decision'
import { BackLink, useGo } from '#routing/navigation'
import { formatRate } from '#domain/money/rates'
import { useCall } from '#api/useCall'
import { useSubmit, enabledUntilDone } from '#api/changes/useSubmit'
import { Fact } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { StatusChip } from '#ui/text/StatusChip'
import { openText } from './openText'
import { isChargeOnly } from './TermsFields'

const { savingTypeUse } = calls.savings
type Props = {
  id: number
  call: (typeof calls.savings)['switchOffSavingType' | 'switchOnSavingType'] & NamedWrite
  /** The status that the type has before. */
  from: SavingType['status']
  actionLabel: string
  note: string
  danger?: boolean
}

/** Switches one type off or on: its terms, what is open under it, and the button; then opens the list. */
export function SavingTypeSwitch({ id, call, from, ...decision }: Props) {
  const go = useGo()
  const submit = useSubmit(call)
  const press = (name: string) =>
    submit.mutate({ id }, { about: { name }, onSuccess: () => go('savingTypes') })
  return (
    <Screen actions={<BackLink to="savingTypes">Back to savings types</BackLink>}>
      <Ready query={useCall(savingTypeUse, { id }, enabledUntilDone(submit))}>
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
            <Fact label="Category">{type.category}</Fact>
            <Fact label="Interest a Year">{formatRate(type.interest)}</Fact>
            {isChargeOnly(type) ? (
              <Fact label="Charge a Month">
                <Money amount={type.charge} />
              </Fact>
            ) : (
              <Fact label="Commission">{type.terms}</Fact>
            )}
            <Fact label="Status">
              <StatusChip status={type.status} />
            </Fact>
            <Fact label="Open savings">{openText(type.open_savings)}</Fact>
          </Decision>
        )}
      </Ready>
    </Screen>
  )
}
