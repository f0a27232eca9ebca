import Chip from '@mui/material/Chip'
import { useEffect, useState } from 'react'
import { showInstant } from '#domain/time/lagos'
import { ageText, hourMs } from './ageText'
import { OnPaper } from '../print/OnPaper'

/** The age of the shown data: neutral under an hour, amber from one hour, red from a day. In print, its time. */
export function Age({ of: savedAt }: { of: number }) {
  const now = useNow(30_000)
  if (!savedAt) return null
  const age = now - savedAt
  const color = age < hourMs ? 'default' : age < 24 * hourMs ? 'warning' : 'error'
  return (
    <>
      <Chip
        size="small"
        className="age screen-only"
        color={color}
        variant="outlined"
        label={ageText(savedAt, now)}
      />
      <OnPaper>{`As of ${showInstant(new Date(savedAt))}`}</OnPaper>
    </>
  )
}

function useNow(everyMs: number) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return Math.max(now, Date.now())
}
