import { useLocation } from 'react-router-dom'
import * as v from 'valibot'
import type { Route } from './route'

const Refused = v.object({ refused: v.object({ title: v.string(), permissions: v.array(v.string()) }) })

/** The navigation state with which the guard opens the not-allowed page: what was refused, and what opens it. */
export const refusedState = ({ title, access }: Route): v.InferOutput<typeof Refused> => ({
  refused: {
    title,
    permissions: typeof access === 'object' && 'anyOf' in access ? [...access.anyOf] : [],
  },
})

/** The page that was refused; undefined where the address was typed. */
export function useRefusedPage() {
  const { state } = useLocation()
  return v.is(Refused, state) ? state.refused : undefined
}
