import type { NamedWrite } from '#contract/call'
import type { OneAgent } from '#contract/calls/agentRows'
import type { calls } from '#contract/index'
import { Decision } from '#forms/Decision'
import { BackLink, useGo } from '#routing/navigation'
import { useSubmit, enabledUntilDone } from '#api/changes/useSubmit'
import { Fact } from '#ui/text/Facts'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { StatusChip } from '#ui/text/StatusChip'
import { useAgent } from './useAgent'

type AgentWrite = (typeof calls.agents)[
  | 'deleteAgent'
  | 'reactivateAgent'
  | 'suspendAgent'
  | 'resetAgentPassword']
type Props = {
  agentId: number
  call: AgentWrite & NamedWrite
  actionLabel: string
  note: string
  danger?: boolean
  /** Name and e-mail in upper case, as the specification has them for the deletion. */
  inCapitals?: boolean
  /** Why the server would refuse it. */
  against?: (agent: OneAgent) => string | undefined
}

/** An action on one agent: the agent's facts and the button; then opens the list. */
export function AgentAction({ agentId, call, inCapitals, against, ...decision }: Props) {
  const go = useGo()
  const submit = useSubmit(call)
  const press = (name: string) =>
    submit.mutate({ agent_id: agentId }, { about: { name }, onSuccess: () => go('agents') })
  return (
    <Screen actions={<BackLink to="agents">Back to agents</BackLink>}>
      <Ready query={useAgent(agentId, enabledUntilDone(submit))}>
        {(agent) => (
          <Decision
            call={call}
            submit={submit}
            onPress={() => press(agent.name)}
            disabledReason={submit.isSuccess ? undefined : against?.(agent)}
            {...decision}
          >
            <Fact label="Full Name">{inCapitals ? agent.name.toUpperCase() : agent.name}</Fact>
            <Fact label="Email">{inCapitals ? agent.email.toUpperCase() : agent.email}</Fact>
            <Fact label="Status">
              <StatusChip status={agent.status} />
            </Fact>
          </Decision>
        )}
      </Ready>
    </Screen>
  )
}
