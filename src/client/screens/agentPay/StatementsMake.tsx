import { today } from '#device/today'
import * as v from 'valibot'
import { calls } from '#contract/index'
import type { ReplyOf } from '#contract/call'
import { monthText } from '#domain/time/months'
import { AgentChooser } from '#forms/AgentChooser'
import { ConfirmedForm } from '#forms/ConfirmedForm'
import { endedMonths } from '#forms/monthOptions'
import { useSubmit } from '#api/changes/useSubmit'
import { useCall } from '#api/useCall'
import { BackLink, useGo, useRouteState } from '#routing/navigation'
import { Ready } from '#ui/feedback/Ready'
import { Field } from '#ui/form/Field'
import { useFields } from '#ui/form/useFields'
import { Screen } from '#ui/layout/Screen'
import { Fact } from '#ui/text/Facts'

const { makeAgentStatements } = calls.agentPay
const entries = { month: makeAgentStatements.input.entries.month, agent_id: v.string() }

/** Makes the statements of an ended month: of every agent who has none, or of one. */
export default function StatementsMake() {
  const agents = useCall(calls.agents.getAgentChoices, { choices: true })
  return (
    <Screen actions={<BackLink to="agentStatements">Back to agents commission</BackLink>}>
      <Ready query={agents}>{({ data }) => <MakeForm agents={data} />}</Ready>
    </Screen>
  )
}

type Agents = ReplyOf<typeof calls.agents.getAgentChoices>['data']

function MakeForm({ agents }: { agents: Agents }) {
  const go = useGo()
  const again = useRouteState('agentStatementsMake')
  const submit = useSubmit(makeAgentStatements)
  const months = endedMonths(today())
  const fields = useFields(entries, {
    month: again?.month ?? '',
    agent_id: again ? String(again.agent_id) : '',
  })
  const { month, agent_id } = fields.values
  const agent = agents.find(({ id }) => String(id) === agent_id)
  const send = () =>
    submit.mutate(
      { month, ...(agent_id !== '' && { agent_id: Number(agent_id) }) },
      { about: { name: monthText(month) }, onSuccess: () => go('agentStatements') },
    )
  return (
    <ConfirmedForm
      title="Statements of a month"
      fields={fields}
      call={makeAgentStatements}
      submit={submit}
      subject={{ month }}
      question={
        month === ''
          ? undefined
          : {
              title: `Make the statements of ${monthText(month)}?`,
              text: 'Each takes two approvals by other admins before it can be paid.',
              facts: <Fact label="Agents">{agent?.name ?? 'All without a statement'}</Fact>,
            }
      }
      onConfirm={send}
      actionLabel="Make Statements"
    >
      <Field fields={fields} name="month" label="Month" options={months} />
      <AgentChooser
        fields={fields}
        agents={agents}
        hint="Leave it empty for all agents without a statement."
      />
      <div>
        A statement that was rejected is made again only for the agent chosen. Agents who get nothing have
        none.
      </div>
    </ConfirmedForm>
  )
}
