import CheckIcon from '@mui/icons-material/Check'
import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined'
import FlagOutlined from '@mui/icons-material/FlagOutlined'
import InfoOutlined from '@mui/icons-material/InfoOutlined'
import SyncIcon from '@mui/icons-material/Sync'
import type { ReactNode } from 'react'
import type { Flag } from '#contract/calls/flags'

const icons = {
  red: FlagOutlined,
  green: CheckIcon,
  amber: CloudOffOutlined,
  blue: SyncIcon,
  plain: InfoOutlined,
}
type Props = { tone: keyof typeof icons; role?: 'status' | 'alert'; children: ReactNode }

/** A line that stands out: a flag, a result, a connection that is gone. */
export function Note({ tone, role, children }: Props) {
  const Icon = icons[tone]
  return (
    <div className={`decision-note ${tone}`} role={role}>
      <Icon fontSize="small" aria-hidden />
      <div>{children}</div>
    </div>
  )
}

/** The red flags of a case, above its facts. */
export const FlagLines = ({ flags }: { flags: readonly Flag[] }) =>
  flags.length > 0 && (
    <section className="decision-note red" aria-label="Red flags">
      <FlagOutlined fontSize="small" aria-hidden />
      <div>
        {flags.map(({ rule, text }) => (
          <p key={rule + text}>
            <b>{`${rule}.`}</b> {text}
          </p>
        ))}
        {flags.length === 1 && <p className="no-other">No other rule is broken.</p>}
      </div>
    </section>
  )
