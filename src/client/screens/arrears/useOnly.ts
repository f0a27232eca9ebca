import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import * as v from 'valibot'
import { arrearsGroups } from '#contract/calls/arrears'
import { Id, Text } from '#contract/values'

/** One agent, market day or loan type. Its id is in the navigation state: no id is in an address. */
const Only = v.object({ group: v.picklist(arrearsGroups), id: Id, name: Text })
export type Only = v.InferOutput<typeof Only>
const State = v.object({ only: Only })

type SetOnly = (only: Only | undefined, changed?: Record<string, string>) => void

/** Which loans the report is about, and how to change that together with the address. Back and reload keep it. */
export function useOnly(): [Only | undefined, SetOnly] {
  const { pathname, state } = useLocation()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const parsed = v.safeParse(State, state)
  return [
    parsed.success ? parsed.output.only : undefined,
    (only, changed = {}) => {
      const next = Object.entries({ ...Object.fromEntries(params), ...changed, page: '' })
      const search = new URLSearchParams(next.filter(([, value]) => value !== '')).toString()
      void navigate({ pathname, search }, { state: only ? { only } : null })
    },
  ]
}

const fields = { agent: 'agent_id', market: 'market_id', loan_type: 'loan_type_id' } as const

/** The part of a call's body that says so. */
export const aboutOf = (only: Only | undefined) => (only ? { [fields[only.group]]: only.id } : {})
