import { calls } from '#contract/index'
import { selectById } from '#api/selectById'
import { useCall } from '#api/useCall'
import { enabledUntilDone, useSubmit } from '#api/changes/useSubmit'
import { Decision } from '#forms/Decision'
import { BackLink, useGo, useStep } from '#routing/navigation'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { Fact } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { StatusChip } from '#ui/text/StatusChip'

const { getTills, switchTill } = calls.tills

/** Switches a till off or on. */
export default function TillSwitch() {
  const [step, { till_id }] = useStep('tillOff', 'tillOn')
  const go = useGo()
  const submit = useSubmit(switchTill)
  const till = selectById(useCall(getTills, {}, enabledUntilDone(submit)), till_id)
  const isOn = step === 1
  const press = (name: string) =>
    submit.mutate({ till_id, is_active: isOn }, { about: { name }, onSuccess: () => go('tills') })
  return (
    <Screen actions={<BackLink to="tills">Back to tills</BackLink>}>
      <Ready query={till}>
        {(one) => (
          <Decision
            call={switchTill}
            submit={submit}
            onPress={() => press(one.name)}
            actionLabel={isOn ? 'Switch On' : 'Switch Off'}
            danger={!isOn}
            note={
              isOn
                ? 'Once it is on, the till can be opened again.'
                : 'Once it is off, the till can’t be opened.'
            }
            disabledReason={
              (one.status === 'active') === isOn
                ? `It is switched ${isOn ? 'on' : 'off'} already.`
                : undefined
            }
          >
            <Fact label="Name">{one.name}</Fact>
            <Fact label="Holds">
              <Money amount={one.holds} />
            </Fact>
            <Fact label="Status">
              <StatusChip status={one.status} />
            </Fact>
          </Decision>
        )}
      </Ready>
    </Screen>
  )
}
