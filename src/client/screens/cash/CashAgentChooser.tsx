import type * as v from 'valibot'
import type { CashAgent } from '#contract/calls/cash'
import type { Id } from '#contract/values'
import { Chooser } from '#ui/form/choices/Chooser'
import type { Fields } from '#ui/form/useFields'

type Entries = { agent_id: typeof Id } & v.ObjectEntries
type Props<E extends Entries> = { fields: Fields<E>; agents: readonly CashAgent[] }

/** Chooses the agent by name or phone. */
export const CashAgentChooser = <E extends Entries>({ fields, agents }: Props<E>) => (
  <Chooser
    fields={fields}
    name="agent_id"
    label="Agent"
    placeholder="Name or phone"
    options={agents}
    textOf={({ name, phone_number }) => `${name}, ${phone_number}`}
  />
)
