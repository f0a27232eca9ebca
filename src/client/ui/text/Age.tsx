import { deviceMs } from '#device/deviceMs'
import Chip from '@mui/material/Chip'
import { useEffect, useState } from 'react'
import { serverTime } from '#device/clock'
import { showInstant } from '#domain/time/lagos'
import { ageText, clockText, hourMs } from '#domain/time/ageText'
import './cardAge.css'
import { OnPaper } from '../print/OnPaper'

/** The same in a card: only the time, amber from one hour, red from a day. */
export function CardAge({ updatedAt }: { updatedAt: number }) {
  const now = useNow(30_000)
  // Its width is reserved before the data is there.
  if (!updatedAt) return <span className="card-age">&nbsp;</span>
  const savedAt = serverTime(updatedAt)
  return (
    <span className={`card-age ${toneOf(now - savedAt)}`} title={ageText(savedAt, now)}>
      {clockText(savedAt, now)}
    </span>
  )
}

const toneOf = (age: number) => (age < hourMs ? 'default' : age < 24 * hourMs ? 'warning' : 'error')

/** The age of the shown data: neutral under an hour, amber from one hour, red from a day. In print, its time. */
export const Age = ({ updatedAt }: { updatedAt: number }) => (
  <>
    <AgeChip updatedAt={updatedAt} />
    <AgeOnPaper updatedAt={updatedAt} />
  </>
)

export function AgeChip({ updatedAt }: { updatedAt: number }) {
  const now = useNow(30_000)
  if (!updatedAt) return null
  const savedAt = serverTime(updatedAt)
  return (
    <Chip
      size="small"
      className="age screen-only"
      color={toneOf(now - savedAt)}
      variant="outlined"
      label={ageText(savedAt, now)}
    />
  )
}

export const AgeOnPaper = ({ updatedAt }: { updatedAt: number }) =>
  updatedAt > 0 && <OnPaper>{`As of ${showInstant(new Date(serverTime(updatedAt)))}`}</OnPaper>

function useNow(everyMs: number) {
  const [now, setNow] = useState(deviceMs)
  useEffect(() => {
    const timer = setInterval(() => setNow(deviceMs()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return serverTime(Math.max(now, deviceMs()))
}
