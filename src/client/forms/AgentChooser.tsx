import type * as v from 'valibot'
import type { calls } from '#contract/index'
import type { ReplyOf } from '#contract/call'
import { Chooser } from '#ui/form/choices/Chooser'
import type { Fields } from '#ui/form/useFields'

export type AgentChoice = ReplyOf<(typeof calls.agents)['getAgentChoices']>['data'][number]
type Entries = { agent_id: v.GenericSchema } & v.ObjectEntries
type Props<E extends Entries> = { fields: Fields<E>; agents: AgentChoice[]; label?: string; hint?: string }

/** Chooses an agent by name or place. */
export const AgentChooser = <E extends Entries>({ fields, agents, label = 'Agent', hint }: Props<E>) => (
  <Chooser
    fields={fields}
    name="agent_id"
    label={label}
    placeholder="Name, LGA or state"
    options={agents}
    textOf={({ name, state, lga }) => [name, lga, state].filter(Boolean).join(', ')}
    {...(hint && { hint })}
    {...(agents.length === 0 && { hint: 'There is no active agent yet. Create one first.' })}
  />
)
