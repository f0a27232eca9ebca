import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { tryNow } from '#transport/connection'
import { serverNow, serverTime } from '#device/clock'
import { marks } from '#device/pictureMarks'
import { offlineText } from '#domain/time/ageText'
import { useConnection } from '#api/useConnection'

/** Shown while the server can't be reached. */
export function Banner() {
  const { online, since, checking } = useConnection()
  return (
    <Box role="status" className="screen-only">
      {/* Also while there is a connection: its picture is painted at a start without one. */}
      <Box sx={banner} hidden={online} {...{ [marks.offline]: '' }}>
        <Box sx={{ flex: 1 }}>{offlineText(serverTime(since), serverNow().getTime())}</Box>
        <Button size="small" variant="outlined" disabled={checking} onClick={() => void tryNow()}>
          {checking ? 'Trying…' : 'Try now'}
        </Button>
      </Box>
    </Box>
  )
}

const banner = {
  display: 'flex',
  '&[hidden]': { display: 'none' },
  gap: 1.5,
  alignItems: 'center',
  px: { xs: 2, sm: 3 },
  py: 1.25,
  bgcolor: 'warning.light',
  color: 'warning.main',
  fontWeight: 600,
  borderBottom: 1,
  borderColor: 'divider',
}
