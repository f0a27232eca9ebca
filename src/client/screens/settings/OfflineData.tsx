import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { BackLink } from '#routing/navigation'
import { screenOf } from '#routing/screenOf'
import { maxBytes, maxRows, sizeOf } from '#offline/limits'
import { removeCalls } from '#api/paging/offlineLists'
import { dropCatalogue, keptCatalogue } from '#auth/catalogue'
import { notifyVaultChange } from '#offline/ownVault'
import { savedCalls, type SavedCall } from '#offline/savedLists'
import { useVaultValue } from '#offline/useVaultValue'
import { formatCount } from '#domain/money/figures'
import { Card } from '#ui/layout/Card'
import { Confirm } from '#ui/feedback/Confirm'
import { Empty } from '#ui/feedback/Empty'
import { Waiting } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { UsageBar } from './UsageBar'
import { SavedScreen } from './SavedScreen'

const readSaved = async () => {
  const encrypted = await savedCalls()
  return { encrypted, calls: [...encrypted, ...keptCatalogue()] }
}

/** Removes what is saved of some calls, and reads the rest again. */
async function removeSaved(calls: readonly SavedCall[]) {
  const names = calls.map(({ call }) => call)
  dropCatalogue(names)
  await removeCalls(names)
  notifyVaultChange()
}

/** The signed-in admin's saved data on this device, by screen. Works offline. */
export default function OfflineData() {
  const saved = useVaultValue('all', readSaved)
  const [asking, setAsking] = useState(false)
  if (!saved)
    return (
      <Screen>
        <Waiting />
      </Screen>
    )
  const { encrypted, calls } = saved
  const { rows, bytes } = sizeOf(encrypted)
  const removeAll = () => {
    setAsking(false)
    void removeSaved(calls)
  }
  return (
    <Screen
      about="Encrypted on this device, for you alone, except types of loans and savings and market days. Data older than a week is deleted."
      actions={
        <>
          <BackLink to="settings">Back to settings</BackLink>
          <Button
            variant="outlined"
            color="error"
            disabled={calls.length === 0}
            onClick={() => setAsking(true)}
          >
            Remove all
          </Button>
        </>
      }
    >
      <Card title="Space used" narrow>
        <UsageBar label="Rows" value={rows} max={maxRows} text={formatCount} />
        <UsageBar label="Size" value={bytes} max={maxBytes} text={sizeText} />
      </Card>
      <Card title="Saved" narrow>
        {calls.length === 0 ? (
          <Empty>Nothing is saved on this device.</Empty>
        ) : (
          <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {byScreen(calls).map(([title, group]) => (
              <SavedScreen
                key={title}
                title={title}
                calls={group}
                size={sizeText(sizeOf(group).bytes)}
                onRemove={() => void removeSaved(group)}
              />
            ))}
          </Stack>
        )}
      </Card>
      <Confirm
        open={asking}
        title="Remove all saved data"
        text="Offline, nothing can be read here until it is downloaded again."
        actionLabel="Remove all"
        danger
        onConfirm={removeAll}
        onCancel={() => setAsking(false)}
      />
    </Screen>
  )
}

/** Screens with pinned lists first, then the largest. */
function byScreen(calls: readonly SavedCall[]): [string, SavedCall[]][] {
  const screens = new Map<string, SavedCall[]>()
  for (const one of calls) {
    const title = screenOf(one.call)
    screens.set(title, [...(screens.get(title) ?? []), one])
  }
  const pinned = (group: SavedCall[]) => Number(group.some(({ isPinned }) => isPinned))
  return [...screens].sort(([, a], [, b]) => pinned(b) - pinned(a) || sizeOf(b).bytes - sizeOf(a).bytes)
}

/** '1.3 MB', or '45 kB'. */
const sizeText = (bytes: number) =>
  bytes >= 1_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${formatCount(Math.ceil(bytes / 1000))} kB`
