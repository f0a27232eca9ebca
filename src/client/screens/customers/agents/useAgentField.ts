import { calls } from '#contract/index'
import { useFields } from '#ui/form/useFields'

const { agent_id } = calls.customers.assignAgentToCustomer.input.entries

/** The single field of both re-schedule forms. */
export const useAgentField = () => useFields({ agent_id }, { agent_id: '' })
