import { deviceMs } from '#device/deviceMs'
import type { Found, FoundKind } from '#contract/calls/search'
import { readDraft, saveDraft } from '#offline/drafts'

/** What an admin opened on this device, as Find anything shows it. Encrypted and removed as everything that is saved. */
export type Opened = { kind: FoundKind; found: Found }

const name = 'opened last'
const most = 10

export const openedLast = async (): Promise<readonly Opened[]> =>
  (await readDraft<readonly Opened[]>(name))?.content ?? []

/** Puts it first; what was opened long before is forgotten. */
export async function rememberOpened(one: Opened) {
  const others = (await openedLast()).filter(
    ({ kind, found }) => kind !== one.kind || found.id !== one.found.id,
  )
  await saveDraft(name, [one, ...others].slice(0, most), deviceMs())
}
