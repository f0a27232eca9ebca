import { today as serverToday } from '#device/today'
import TextField from '@mui/material/TextField'
import { OnPaper } from '../../print/OnPaper'
import { showDate } from '#domain/time/lagos'

type Props = { day: string; onChange: (day: string) => void }

/** Chooses a day up to today; on paper the day alone. */
export function DayChoice({ day, onChange }: Props) {
  const today = serverToday()
  return (
    <>
      <OnPaper>{showDate(day)}</OnPaper>
      <TextField
        className="screen-only"
        size="small"
        type="date"
        value={day}
        onChange={({ target }) => {
          if (target.value !== '' && target.value <= today) onChange(target.value)
        }}
        slotProps={{ htmlInput: { 'aria-label': 'Day', max: today } }}
      />
    </>
  )
}
