import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import useMediaQuery from '@mui/material/useMediaQuery'
import { tryNow } from '#transport/connection'
import { serverNow, serverTime } from '#device/clock'
import { offlineText } from '#domain/time/ageText'
import { useConnection } from '#api/useConnection'
import { Bar } from './Bar'

/** Where the top bar has space for the banner, which then takes none from the rows of a list. */
export const useBannerInBar = () => useMediaQuery('(min-width: 1200px) and (pointer: fine)', { noSsr: true })

/** Shown while the server can't be reached. */
export function Banner({ inBar = false }: { inBar?: boolean }) {
  const { online, since, checking } = useConnection()
  return (
    <Box role="status" className="screen-only" sx={inBar && !online ? { flex: '1 1 480px' } : {}}>
      {!online && (
        <Bar isCompact={inBar}>
          <Box sx={{ flex: 1 }}>{offlineText(serverTime(since), serverNow().getTime())}</Box>
          <Button size="small" variant="outlined" disabled={checking} onClick={() => void tryNow()}>
            {checking ? 'Trying…' : 'Try now'}
          </Button>
        </Bar>
      )}
    </Box>
  )
}
