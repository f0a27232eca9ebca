import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import { useOffers } from '#routing/navigation'
import { routes } from '#routing/routes'

type Props = {
  to: 'savingsHistory' | 'loanRepayments' | 'loanDisbursements' | 'remittances'
  day: string
  label: string
}

/** Opens the rows behind a figure: a report of one day. Nothing without its permission. */
export function ReportLink({ to, day, label }: Props) {
  const offers = useOffers()
  if (!offers(to)) return null
  return (
    <Link
      className="screen-only"
      component={RouterLink}
      to={`${routes[to].path}?start_date=${day}&end_date=${day}`}
      sx={{ display: 'inline-block', py: 1.5, my: -1.5, px: 1 }}
    >
      {label}
    </Link>
  )
}
