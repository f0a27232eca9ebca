import { desc, eq } from 'drizzle-orm'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { accounts } from '#server/db/tables/ledger'
import { tills, tillSessions } from '#server/db/tables/tills'
import { settingChanges } from '#server/db/tables/businessSettings'
import type { TestServer } from './harness'

type Actor = { token: string }

/** Tills of a test: opened and closed by its admins. */
export async function tillsOf({ database, ask, enter }: TestServer) {
  const manager = await enter('can-edit-till', 'can-view-till', 'can-move-bank', 'can-edit-setting')
  const other = await enter('can-approve-setting')
  let made = 0
  const makeTill = async () => {
    made += 1
    const reply = await ask(calls.tills.createTill, { name: `Till ${made}` }, manager)
    if (reply.status !== '200') throw new Error(reply.text)
    const [till] = await database.select().from(tills).orderBy(desc(tills.id)).limit(1)
    if (!till) throw new Error('No till was made.')
    return till
  }
  /** What a till, the vault or the bank holds. */
  const held = async (name: string) => {
    const [account] = await database.select().from(accounts).where(eq(accounts.name, name))
    return 0 - (account?.balance ?? 0)
  }
  const open = (till_id: number, counted: Kobo, from: Actor) =>
    ask(calls.tills.openTill, { till_id, counted }, from)
  const newestSession = async () => {
    const [session] = await database.select().from(tillSessions).orderBy(desc(tillSessions.id)).limit(1)
    if (!session) throw new Error('No till was opened.')
    return session
  }
  const close = (till_session_id: number, counted: Kobo, from: Actor, counted_again = counted) =>
    ask(calls.tills.closeTill, { till_session_id, counted, counted_again }, from)
  const requireTills = async (value: 'on' | 'off') => {
    const body = { key: 'tills-required', value, reason: 'Two people take cash' } as const
    await ask(calls.settings.requestSettingChange, body, manager)
    const [change] = await database.select().from(settingChanges).orderBy(desc(settingChanges.id)).limit(1)
    await ask(calls.settings.settingChangeDecision, { id: change?.id ?? 0, status: 'accept' }, other)
  }
  return { manager, makeTill, held, open, newestSession, close, requireTills }
}
