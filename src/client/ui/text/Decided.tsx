import Box from '@mui/material/Box'
import { showDateTime } from '#domain/time/lagos'
import { Fact } from './Facts'

type Decision = { label: string; name: string | null; at: string | null; comment?: string | null }

/** Who made a decision, when, and with which comment; nothing before it is made. */
export const Decided = ({ label, name, at, comment }: Decision) =>
  name && (
    <Fact label={label}>
      {at ? `${name}, ${showDateTime(at)}` : name}
      {comment && <Box sx={{ fontWeight: 400 }}>“{comment}”</Box>}
    </Fact>
  )
