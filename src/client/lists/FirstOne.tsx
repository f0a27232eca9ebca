import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link as RouterLink } from 'react-router-dom'
import { useOffers } from '#routing/navigation'
import { type RouteName, routes } from '#routing/routes'

type Props = {
  children: string
  /** A screen that needs no ids. */
  to: RouteName
  link: string
  /** The screen that makes the rows, if `to` only leads there. */
  made?: RouteName
}

/** What to do about a list that is still empty, with a link to it; nothing for admins who may not do it. */
export function FirstOne({ children, to, link, made = to }: Props) {
  const offers = useOffers()
  if (!offers(to) || !offers(made)) return null
  return (
    <Box className="screen-only" sx={{ px: 4, pb: 4, textAlign: 'center' }}>
      <Box sx={{ mb: 2 }}>{children}</Box>
      <Button component={RouterLink} to={routes[to].path} variant="contained">
        {link}
      </Button>
    </Box>
  )
}
