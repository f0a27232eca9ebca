import Button from '@mui/material/Button'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { notCollectedReasons } from '#contract/calls/collections'
import { onUnconfirmed, unconfirmedIntents } from '#api/changes/intents'
import { serverTime } from '#device/clock'
import { allDrafts, deleteDraft } from '#offline/drafts'
import { LinkButton } from '#routing/navigation'
import { Confirm } from '#ui/feedback/Confirm'
import { Card } from '#ui/layout/Card'
import { ListRow } from '#ui/layout/ListRow'
import { Fact, Facts } from '#ui/text/Facts'
import { shownClock } from '#ui/text/shownClock'
import { dayText } from '#ui/form/choices/collectionDays'
import { cashText } from './sheet/cashCount'
import type { LineInput, SheetDraft } from './sheet/sheet'

type Kept = SheetDraft & { name: string; savedAt: number }

/** Sheets that were typed on this device and not sent, of any day. One is deleted after its amounts were shown. */
export function KeptSheets() {
  const [kept, setKept] = useState<readonly Kept[]>([])
  const [deleting, setDeleting] = useState<Kept>()
  const intents = useSyncExternalStore(onUnconfirmed, unconfirmedIntents)
  const read = () => void keptSheets().then(setKept)
  useEffect(read, [])
  if (kept.length === 0) return null
  return (
    <Card title="Typed on this device and not sent" narrow>
      <ul style={{ margin: 0, padding: 0 }}>
        {kept.map((sheet) => (
          <ListRow key={sheet.name}>
            <span style={{ flex: 1, minWidth: 180 }}>
              {`${titleOf(sheet)}: ${typedText(sheet)}, ${shownClock(serverTime(sheet.savedAt))}`}
            </span>
            <LinkButton to="collectionSheet" state={{ agent_id: sheet.agent_id, day: sheet.day }}>
              Go on
            </LinkButton>
            {/* One that was sent with an unknown outcome is checked first. */}
            {!intents.some(({ about }) => about?.draft === sheet.name) && (
              <Button
                variant="outlined"
                color="error"
                aria-label={`Delete ${titleOf(sheet)}`}
                onClick={() => setDeleting(sheet)}
              >
                Delete
              </Button>
            )}
          </ListRow>
        ))}
      </ul>
      {deleting && (
        <Confirm
          open
          title="Delete this sheet?"
          text={`What was typed for ${titleOf(deleting)} was not recorded. It is deleted from this device and can’t be brought back.`}
          actionLabel="Delete"
          danger
          onConfirm={() => {
            setDeleting(undefined)
            void deleteDraft(deleting.name).then(read)
          }}
          onCancel={() => setDeleting(undefined)}
        >
          <Typed draft={deleting} />
        </Confirm>
      )}
    </Card>
  )
}

/** All that is typed into a sheet. */
const Typed = ({ draft: { entries, cash } }: { draft: SheetDraft }) => {
  const counted = cashText(cash)
  return (
    <Facts>
      {entries.map(([line, input]) => (
        <Fact key={line.key} label={`${line.customer}, ${line.label}`}>
          {inputText(input)}
        </Fact>
      ))}
      {counted && <Fact label="Cash Counted">{counted}</Fact>}
    </Facts>
  )
}

const inputText = ({ text, reason }: LineInput) =>
  text.trim() === '' ? (reason ? notCollectedReasons[reason] : 'Nothing') : text

const typedText = ({ entries, cash }: SheetDraft) =>
  `${entries.length} typed${cashText(cash) ? ', cash counted' : ''}`

const titleOf = ({ agent, day }: SheetDraft) => `${agent}, ${dayText(day)}`

async function keptSheets(): Promise<Kept[]> {
  const drafts = await allDrafts()
  return drafts.flatMap(({ name, content, savedAt }) =>
    name.startsWith('sheet ') && hasInput(content as SheetDraft)
      ? [{ ...(content as SheetDraft), name, savedAt }]
      : [],
  )
}

const hasInput = ({ entries, cash }: SheetDraft) => entries.length > 0 || cashText(cash) !== undefined
