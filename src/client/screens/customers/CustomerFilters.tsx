import { calls } from '#contract/index'
import type { Choice } from '#domain/lists/filterWords'
import { shownWords } from '#domain/lists/filterWords'
import type { ListPlace } from '#api/paging/listRequest'
import { useCall } from '#api/useCall'
import { useCan } from '#auth/permissions'
import { FilterChip } from '#ui/table/tools/FilterChip'

const { getAgentChoices } = calls.agents

/** The agents whose customers can be listed; none for those who may not read them. */
export function useAgentFilter(): Choice {
  const can = useCan()
  const agents = useCall(getAgentChoices, { choices: true }, { enabled: can(getAgentChoices.access, 'read') })
  const options = agents.data?.data.map(({ id, name }) => ({ value: String(id), label: name })) ?? []
  return { name: 'agent_id', label: 'Agent', options }
}

type Props = {
  place: Pick<ListPlace, 'filters' | 'go'>
  agents: Choice
  /** The filters by what is owed are offered. */
  seesDebts: boolean
}

/** Among the tools of the list: whose customers, and which of them. */
export function CustomerFilters({ place: { filters, go }, agents, seesDebts }: Props) {
  const { agent_id = '' } = filters
  const change = (changed: Record<string, string>) => go({ filters: { ...filters, ...changed } })
  return (
    <>
      {agents.options.length > 0 && (
        <span className={agent_id === '' ? 'filter-chip' : 'filter-chip set'}>
          <select
            aria-label="Agent"
            value={agent_id}
            onChange={({ target }) => change({ agent_id: target.value })}
          >
            <option value="">All agents</option>
            {agents.options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </span>
      )}
      {Object.entries(shownWords).map(([name, text]) => {
        if (filters[name])
          return (
            <FilterChip key={name} onRemove={() => change({ [name]: '' })}>
              {text}
            </FilterChip>
          )
        const isOffered = seesDebts || name === 'inactive'
        return (
          isOffered && (
            <FilterChip key={name} onSet={() => change({ [name]: '1' })}>
              {text}
            </FilterChip>
          )
        )
      })}
    </>
  )
}
