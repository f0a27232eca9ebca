import type { BusinessSetting } from '#contract/calls/settings'
import { calls } from '#contract/index'
import { enteredSetting } from '#domain/businessSettings'
import { useSubmit } from '#api/changes/useSubmit'
import { useCall } from '#api/useCall'
import { ChangeForm } from '#forms/ChangeForm'
import { BackLink, useGo, useRouteState } from '#routing/navigation'
import { Ready } from '#ui/feedback/Ready'
import { Field } from '#ui/form/Field'
import { useFields } from '#ui/form/useFields'
import { Screen } from '#ui/layout/Screen'
import { Fact, Facts } from '#ui/text/Facts'

const { getBusinessSettings, requestSettingChange } = calls.settings
const { value, reason } = requestSettingChange.input.entries

/** Requests another value of one setting. */
export default function BusinessSettingSet() {
  const { setting_id } = useRouteState('businessSettingSet')
  return (
    <Screen actions={<BackLink to="businessSettings">Back to business settings</BackLink>}>
      <Ready query={useCall(getBusinessSettings, {})} like="form">
        {({ data }) => {
          const setting = data.find(({ id }) => id === setting_id)
          return setting && <SettingForm key={setting.key} setting={setting} />
        }}
      </Ready>
    </Screen>
  )
}

const switchOptions = [
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
]
const hints = {
  switch: undefined,
  amount: 'In naira, such as 500000.00',
  hour: 'In Lagos, from 0 to 23.',
  number: undefined,
  phone: '11 digits.',
}

function SettingForm({ setting }: { setting: BusinessSetting }) {
  const go = useGo()
  const submit = useSubmit(requestSettingChange)
  const { key, label, kind, help, optional, open_change } = setting
  const fields = useFields(
    { value, reason },
    { value: setting.entry, reason: '' },
    {
      value: (values) => {
        const entered = enteredSetting(key, values.value)
        return 'fault' in entered ? entered.fault : undefined
      },
    },
  )
  const hint = [hints[kind], optional && 'Empty is none.'].filter(Boolean).join(' ')
  const send = () =>
    submit.mutate(
      { ...fields.body(), key },
      { about: { name: label }, onSuccess: () => go('settingChanges') },
    )
  return (
    <ChangeForm
      fields={fields}
      call={requestSettingChange}
      submit={submit}
      onSubmit={send}
      actionLabel="Request Setting"
      disabledReason={open_change ? `Change ${open_change} awaits its decision.` : undefined}
    >
      <Facts>
        <Fact label="Setting">{label}</Fact>
        <Fact label="What It Does">{help}</Fact>
        <Fact label="Now">{setting.value}</Fact>
      </Facts>
      <Field
        fields={fields}
        name="value"
        label="Value"
        {...(hint && { hint })}
        {...(kind === 'switch' ? { options: switchOptions } : kind !== 'amount' && { inputMode: 'numeric' })}
      />
      <Field
        fields={fields}
        name="reason"
        label="Reason"
        hint="Another admin approves the change."
        multiline
      />
    </ChangeForm>
  )
}
