import type { NamedWrite } from '#contract/call'
import { calls } from '#contract/index'
import type { Fee } from '#contract/calls/feeRows'
import { momentText, priceText, subjectText } from '#domain/feeText'
import { selectById } from '#api/selectById'
import { useCall } from '#api/useCall'
import { enabledUntilDone, useSubmit } from '#api/changes/useSubmit'
import { Decision } from '#forms/Decision'
import { BackLink, useGo } from '#routing/navigation'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { Fact } from '#ui/text/Facts'
import { StatusChip } from '#ui/text/StatusChip'

type Props = {
  id: number
  call: (typeof calls.fees)['switchOffFee' | 'switchOnFee'] & NamedWrite
  /** The status that the fee has before. */
  from: Fee['status']
  actionLabel: string
  note: string
  danger?: boolean
}

/** Switches one fee off or on: its terms and the button; then opens the list. */
export function FeeSwitch({ id, call, from, ...decision }: Props) {
  const go = useGo()
  const submit = useSubmit(call)
  const fee = selectById(useCall(calls.fees.getFees, { id }, enabledUntilDone(submit)), id)
  const press = (name: string) => submit.mutate({ id }, { about: { name }, onSuccess: () => go('fees') })
  return (
    <Screen actions={<BackLink to="fees">Back to fees</BackLink>}>
      <Ready query={fee}>
        {(one) => (
          <Decision
            call={call}
            submit={submit}
            onPress={() => press(one.name)}
            disabledReason={
              one.status === from ? undefined : `It is switched ${from === 'active' ? 'off' : 'on'} already.`
            }
            {...decision}
          >
            <Fact label="Name">{one.name}</Fact>
            <Fact label="Fee">{priceText(one)}</Fact>
            <Fact label="For">{subjectText(one)}</Fact>
            <Fact label="Paid">{momentText(one.moment, one.applies_to)}</Fact>
            <Fact label="Status">
              <StatusChip status={one.status} />
            </Fact>
          </Decision>
        )}
      </Ready>
    </Screen>
  )
}
