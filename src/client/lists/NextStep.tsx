import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useLocation } from 'react-router-dom'
import { useOffers } from '#routing/navigation'
import { RouteLink } from '#routing/RouteLink'
import { routeAt, routes } from '#routing/routes'
import { nextSteps } from './nextSteps'

/** Under an empty list: where its rows come from, with a link there for those who may open it. */
export function NextStep() {
  const { pathname } = useLocation()
  const offers = useOffers()
  const [name] = routeAt(pathname) ?? []
  const step = name && nextSteps[name]
  if (!step) return null
  const { text, to, link } = step
  return (
    <Box className="screen-only" sx={{ px: 4, pb: 4, textAlign: 'center' }}>
      <Box sx={{ mb: 2 }}>{text}</Box>
      {offers(to) && (
        <Button component={RouteLink} to={routes[to].path} state={null} variant="outlined">
          {link}
        </Button>
      )}
    </Box>
  )
}
