import { deviceMs } from '#device/deviceMs'
import { useEffect, useState } from 'react'
import { createStore } from '#device/store'
import { deleteDraft, readDraft, saveDraft, sentDraft } from '#offline/drafts'
import type { Sheet, SheetDraft } from './sheet'

/** Where the typed amounts are: nothing typed, kept in the vault, not kept (there is no vault), not saved yet. */
export type DraftState = { kind: 'none' | 'unsaved' | 'failed' } | { kind: 'kept'; at: number }

type AgentDay = Pick<SheetDraft, 'agent_id' | 'agent' | 'day'>

const draftName = ({ agent_id, day }: Pick<AgentDay, 'agent_id' | 'day'>) => `sheet ${agent_id} ${day}`

const saveAfterMs = 400

/** Restores the draft of a sheet, and stores it whenever the typing pauses. `isRestored`: typing can begin. */
export function useSheetDraft(sheet: Sheet, agentDay: AgentDay, isLocked: boolean) {
  const { agent_id, agent, day } = agentDay
  const name = draftName(agentDay)
  const [isRestored, setRestored] = useState(false)
  // A store, so that only what shows it renders when it changes.
  const [state] = useState(() => createStore<DraftState>({ kind: 'none' }))
  /** The draft was sent and recorded, here or in another tab. */
  const [wasRecorded, setRecorded] = useState(false)

  useEffect(() => {
    let isCurrent = true
    let isReading = true
    let timer: ReturnType<typeof setTimeout> | undefined
    let changes = 0
    const save = async () => {
      clearTimeout(timer)
      timer = undefined
      const saved = changes
      const at = deviceMs()
      if (sheet.totals().isEmpty) return deleteDraft(name)
      const draft: SheetDraft = { agent_id, agent, day, ...sheet.draft() }
      const isKept = await saveDraft(name, draft, at)
      if (isCurrent && saved === changes && !sheet.totals().isEmpty)
        state.set(isKept ? { kind: 'kept', at } : { kind: 'failed' })
    }
    const onChange = () => {
      if (isReading) return
      changes++
      clearTimeout(timer)
      timer = setTimeout(() => void save(), saveAfterMs)
      const kind = sheet.totals().isEmpty ? 'none' : 'unsaved'
      if (state.get().kind !== kind) state.set({ kind })
    }
    const saveNow = () => {
      if (timer !== undefined) void save()
    }
    const onHidden = () => {
      if (document.visibilityState === 'hidden') saveNow()
    }
    void readDraft<SheetDraft>(name).then((draft) => {
      if (!isCurrent) return
      if (draft) {
        sheet.restore(draft.content)
        if (!sheet.totals().isEmpty) state.set({ kind: 'kept', at: draft.savedAt })
      }
      isReading = false
      setRestored(true)
    })
    const stop = [
      sheet.subscribe(onChange),
      sentDraft.subscribe(() => {
        if (sentDraft.get()?.name !== name) return
        isReading = true
        sheet.clear()
        isReading = false
        // Deletes what was saved after it was sent.
        void save()
        state.set({ kind: 'none' })
        setRecorded(true)
      }),
    ]
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      saveNow()
      isCurrent = false
      for (const one of stop) one()
      document.removeEventListener('visibilitychange', onHidden)
    }
  }, [sheet, state, name, agent_id, agent, day])

  // Another tab may have checked the change: its draft is gone.
  useEffect(() => {
    if (!isLocked) return
    return () =>
      void readDraft(name).then((draft) => {
        if (!draft && state.get().kind === 'kept') sheet.clear()
      })
  }, [isLocked, name, sheet, state])

  return { name, isRestored, state, wasRecorded, setRecorded }
}
