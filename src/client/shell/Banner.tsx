import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { tryNow } from '#transport/connection'
import { serverNow, serverTime } from '#device/clock'
import { offlineText } from '#domain/time/ageText'
import { useConnection } from '#api/useConnection'
import { Bar } from './Bar'

/** Shown while the server can't be reached. */
export function Banner() {
  const { online, since, checking } = useConnection()
  return (
    <Box role="status" className="screen-only">
      {!online && (
        <Bar>
          <Box sx={{ flex: 1 }}>{offlineText(serverTime(since), serverNow().getTime())}</Box>
          <Button size="small" variant="outlined" disabled={checking} onClick={() => void tryNow()}>
            {checking ? 'Trying…' : 'Try now'}
          </Button>
        </Bar>
      )}
    </Box>
  )
}
