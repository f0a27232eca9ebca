import { calls } from '#contract/index'
import type { Choice } from '#domain/lists/filterWords'
import type { ListPlace } from '#api/paging/listRequest'
import { useCall } from '#api/useCall'
import { useCan } from '#auth/permissions'
import { SelectChip } from '#ui/form/SelectChip'

const { getAgentChoices } = calls.agents
const { getLoanType } = calls.loans

const optionsOf = (rows: readonly { id: number; name: string }[] = []) =>
  rows.map(({ id, name }) => ({ value: String(id), label: name }))

/** The agents by whom a list can be filtered; none for those who may not read them. */
export function useAgentFilter(): Choice {
  const can = useCan()
  const agents = useCall(getAgentChoices, { choices: true }, { enabled: can(getAgentChoices.access, 'read') })
  return { name: 'agent_id', label: 'Agent', all: 'All agents', options: optionsOf(agents.data?.data) }
}

/** The loan types by which a list can be filtered, also those that are not offered any more. */
export function useLoanTypeFilter(): Choice {
  const types = useCall(getLoanType, {})
  return { name: 'loan_type_id', label: 'Loan Type', all: 'All types', options: optionsOf(types.data?.data) }
}

type Props = { place: Pick<ListPlace, 'filters' | 'go'>; choices: readonly Choice[] }

/** The selects among the tools of a list, where there is something to choose. */
export const ChoiceChips = ({ place: { filters, go }, choices }: Props) =>
  choices
    .filter(({ options }) => options.length > 0)
    .map((choice) => (
      <SelectChip
        key={choice.name}
        choice={choice}
        value={filters[choice.name] ?? ''}
        onChange={(value) => go({ filters: { ...filters, [choice.name]: value } })}
      />
    ))
