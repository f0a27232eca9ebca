import { useEffect, useState } from 'react'
import { allDrafts } from '#offline/drafts'
import { LinkButton } from '#routing/navigation'
import { Card } from '#ui/layout/Card'
import { ListRow } from '#ui/layout/ListRow'
import { clockText } from '#domain/time/ageText'
import { dayText } from '#ui/form/choices/collectionDays'
import type { SheetDraft } from './sheet/sheet'

type Kept = SheetDraft & { savedAt: number }

/** Sheets that were typed on this device and not sent. */
export function KeptSheets() {
  const [kept, setKept] = useState<readonly Kept[]>([])
  useEffect(() => {
    void allDrafts().then((drafts) =>
      setKept(
        drafts.flatMap(({ name, content, savedAt }) =>
          name.startsWith('sheet ') && hasEntries(content as SheetDraft)
            ? [{ ...(content as SheetDraft), savedAt }]
            : [],
        ),
      ),
    )
  }, [])
  if (kept.length === 0) return null
  return (
    <Card title="Typed on this device and not sent" narrow>
      <ul style={{ margin: 0, padding: 0 }}>
        {kept.map(({ agent_id, agent, day, entries, savedAt }) => (
          <ListRow key={`${agent_id} ${day}`}>
            <span style={{ flex: 1 }}>
              {`${agent}, ${dayText(day)}: ${entries.length} typed, ${clockText(savedAt, Date.now())}`}
            </span>
            <LinkButton to="collectionSheet" state={{ agent_id, day }}>
              Go on
            </LinkButton>
          </ListRow>
        ))}
      </ul>
    </Card>
  )
}

const hasEntries = ({ entries, cash }: SheetDraft) =>
  entries.length > 0 || cash.text !== '' || Object.keys(cash.notes).length > 0
