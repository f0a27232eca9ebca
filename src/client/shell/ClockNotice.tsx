import Box from '@mui/material/Box'
import { useSyncExternalStore } from 'react'
import { clockAhead, tellAheadMs } from '#device/clock'
import { Bar } from './Bar'

/** Says that the clock of the device is wrong, and what to do. */
export function ClockNotice() {
  const ahead = useSyncExternalStore(clockAhead.subscribe, clockAhead.get)
  const isWrong = Math.abs(ahead) > tellAheadMs
  return (
    <Box role="status" className="screen-only">
      {isWrong && (
        <Bar>
          {`The clock of this device is ${differenceText(ahead)}. Days and times here are the server’s, not its own. Set date and time of the device to automatic.`}
        </Bar>
      )}
    </Box>
  )
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

function differenceText(ahead: number) {
  const [unit, ms] = units.find(([, one]) => Math.abs(ahead) >= one) ?? units[2]
  const count = Math.round(Math.abs(ahead) / ms)
  return `${count} ${unit}${count === 1 ? '' : 's'} ${ahead > 0 ? 'ahead' : 'behind'}`
}
