import { movementKinds } from '#contract/movementKinds'
import type { ChoicePart } from '#contract/calls/views'
import { decisionStatuses } from '#contract/filters'
import { calls } from '#contract/index'
import type { Choice } from '#domain/lists/filterWords'
import type { ListPlace } from '#api/paging/listRequest'
import { useCall } from '#api/useCall'
import { SelectChip } from '#ui/form/SelectChip'

const { getFilterChoices } = calls.views
const { getLoanType } = calls.loans

const optionsOf = (rows: readonly { id: number; name: string }[] | null | undefined) =>
  rows?.map(({ id, name }) => ({ value: String(id), label: name })) ?? []

/** The filters by what the server names; without options for those who may not read them. */
function useNamed(part: ChoicePart, choice: Omit<Choice, 'options'>): Choice {
  const { data } = useCall(getFilterChoices, {})
  return { ...choice, options: optionsOf(data?.data[part]) }
}

/** The agents by whom a list can be filtered, suspended ones among them. */
export const useAgentFilter = () =>
  useNamed('agents', { name: 'agent_id', label: 'Agent', all: 'All agents' })

export const useMarketFilter = () =>
  useNamed('markets', { name: 'market_id', label: 'Market', all: 'All markets' })

export const useSavingTypeFilter = () =>
  useNamed('saving_types', { name: 'savings_type_id', label: 'Saving Type', all: 'All types' })

/** Who decided; of two approvals, either of them. */
export const useDeciderFilter = () =>
  useNamed('deciders', { name: 'decided_by', label: 'Decided By', all: 'Decided by all' })

/** The loan types by which a list can be filtered, also those that are not offered any more. */
export function useLoanTypeFilter(): Choice {
  const types = useCall(getLoanType, {})
  return { name: 'loan_type_id', label: 'Loan Type', all: 'All types', options: optionsOf(types.data?.data) }
}

/** A filter by some words of a column. */
export const choiceOf = (
  name: string,
  label: string,
  all: string,
  values: readonly string[],
  labelOf: (value: string) => string = capitalized,
): Choice => ({
  name,
  label,
  all,
  options: values.map((value) => ({ value, label: labelOf(value) })),
})
const capitalized = (value: string) => value.charAt(0).toUpperCase() + value.slice(1)

/** The state of what one admin decides. */
export const statusChoice = choiceOf('status', 'Status', 'All states', decisionStatuses)

/** What is moved. */
export const kindChoice = choiceOf('kind', 'Kind', 'All kinds', movementKinds)

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
