import useMediaQuery from '@mui/material/useMediaQuery'

/** How many of a row's actions stand as buttons; the rest are in its menu. On a phone a row is a card, with room. */
export function useActionRoom(): 0 | 1 | 2 {
  const two = useMediaQuery('(min-width: 1440px), (max-width: 599.95px)', { noSsr: true })
  const one = useMediaQuery('(min-width: 1100px)', { noSsr: true })
  return two ? 2 : one ? 1 : 0
}
