import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useOffers } from '#routing/navigation'
import { type RouteName, routes } from '#routing/routes'
import { offerNextAct } from '#ui/feedback/nextAct'

/** The page of a record, by the id with which a screen was opened. */
const pages: readonly [id: string, page: RouteName, label: string][] = [
  ['loan_id', 'loanAccount', 'Open loan'],
  ['user_id', 'customerDetails', 'Open customer'],
  ['agent_id', 'agentDetails', 'Open agent'],
]

/** After a change of a record its list opens: the message about it offers the record's own page. */
export function useNextAct() {
  const { pathname, state } = useLocation()
  const offers = useOffers()
  const navigate = useNavigate()
  useEffect(() =>
    offerNextAct(() => {
      const ids = (state ?? {}) as Record<string, unknown>
      const page = pages.find(([id, name]) => typeof ids[id] === 'number' && offers(name))
      if (!page || pathname.includes('delete') || pathname === routes[page[1]].path) return undefined
      const [id, name, label] = page
      return { label, run: () => void navigate(routes[name].path, { state: { [id]: ids[id] } }) }
    }),
  )
}
