import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { Card } from '../layout/Card'
import { Facts } from '../text/Facts'
import { PrintButton } from './PrintButton'
import { Signatures } from './Signatures'

type Props = {
  reference: string
  /** Who signs it on paper. */
  by: readonly string[]
  /** What stands below the facts. */
  note?: ReactNode
  /** Buttons beside Print. */
  actions?: ReactNode
  /** `Fact`s. */
  children: ReactNode
}

/** What was paid, in the place of its form: to print and sign. */
export const Receipt = ({ reference, by, note, actions, children }: Props) => (
  <Card title={`Receipt ${reference}`} narrow isResult>
    <Facts>{children}</Facts>
    {note}
    <Signatures by={by} />
    <Box className="screen-only" sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', mt: 2 }}>
      <PrintButton />
      {actions}
    </Box>
  </Card>
)
