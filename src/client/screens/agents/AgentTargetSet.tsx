import { calls } from '#contract/index'
import type { ReplyOf } from '#contract/call'
import { monthOf, monthText } from '#domain/time/months'
import { today } from '#device/today'
import { AgentChooser } from '#forms/AgentChooser'
import { ChangeForm } from '#forms/ChangeForm'
import { comingMonths } from '#forms/monthOptions'
import { useSubmit } from '#api/changes/useSubmit'
import { useCall } from '#api/useCall'
import { BackLink, useGo, useRouteState } from '#routing/navigation'
import { Ready } from '#ui/feedback/Ready'
import { Field } from '#ui/form/Field'
import { useFields } from '#ui/form/useFields'
import { Screen } from '#ui/layout/Screen'

const { setAgentTarget } = calls.agents

/** Sets what an agent is to bring in a month. */
export default function AgentTargetSet() {
  const agents = useCall(calls.agents.getAgentChoices, { choices: true })
  return (
    <Screen actions={<BackLink to="agentTargets">Back to agents targets</BackLink>}>
      <Ready query={agents}>{({ data }) => <TargetForm agents={data} />}</Ready>
    </Screen>
  )
}

function TargetForm({ agents }: { agents: ReplyOf<typeof calls.agents.getAgentChoices>['data'] }) {
  const go = useGo()
  const state = useRouteState('agentTargetSet')
  const submit = useSubmit(setAgentTarget)
  const fields = useFields(setAgentTarget.input.entries, {
    agent_id: state ? String(state.agent_id) : '',
    month: monthOf(today()),
    savings: '',
    repaid: '',
    customers: '',
  })
  const send = () => {
    const body = fields.body()
    const agent = agents.find(({ id }) => id === body.agent_id)
    submit.mutate(body, {
      about: { name: `${agent?.name ?? ''}, ${monthText(body.month)}` },
      onSuccess: () => go('agentTargets'),
    })
  }
  return (
    <ChangeForm
      fields={fields}
      call={setAgentTarget}
      submit={submit}
      onSubmit={send}
      actionLabel="Set Target"
    >
      <AgentChooser fields={fields} agents={agents} />
      <Field fields={fields} name="month" label="Month" options={comingMonths(today())} />
      <Field
        fields={fields}
        name="savings"
        label="Savings"
        hint="In naira, less what is reversed; 0 for none."
      />
      <Field
        fields={fields}
        name="repaid"
        label="Loans Repaid"
        hint="In naira, less what is reversed; 0 for none."
      />
      <Field
        fields={fields}
        name="customers"
        label="New Customers"
        inputMode="numeric"
        hint="Customers that the agent recruits; 0 for none."
      />
      <div>A target of the same month that was set before is replaced.</div>
    </ChangeForm>
  )
}
