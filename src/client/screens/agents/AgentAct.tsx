import type { NamedWrite } from '#contract/call'
import type { calls } from '#contract/index'
import { Decision } from '#app/Decision'
import { BackLink, useGo } from '#app/navigation'
import { useSubmit, whileUndone } from '#data/useSubmit'
import { Fact } from '#ui/Facts'
import { Ready } from '#ui/Ready'
import { Screen } from '#ui/Screen'
import { StatusChip } from '#ui/StatusChip'
import { useAgent } from './useAgent'

type AgentWrite = (typeof calls.agents)[
  | 'deleteAgent'
  | 'reactivateAgent'
  | 'suspendAgent'
  | 'resetAgentPassword']
type Props = { agentId: number; call: AgentWrite & NamedWrite; act: string; note: string; danger?: boolean }

/** One decision on one agent: whom it is about, a button that names the act, and back to the list. */
export function AgentAct({ agentId, call, ...decision }: Props) {
  const go = useGo()
  const submit = useSubmit(call)
  const press = (name: string) =>
    submit.mutate({ agent_id: agentId }, { about: { name }, onSuccess: () => go('agents') })
  return (
    <Screen actions={<BackLink to="agents">Back to agents</BackLink>}>
      <Ready of={useAgent(agentId, whileUndone(submit))}>
        {(agent) => (
          <Decision call={call} submit={submit} onPress={() => press(agent.name)} {...decision}>
            <Fact label="Full Name">{agent.name.toUpperCase()}</Fact>
            <Fact label="Email">{agent.email}</Fact>
            <Fact label="Status">
              <StatusChip of={agent.status} />
            </Fact>
          </Decision>
        )}
      </Ready>
    </Screen>
  )
}
