import { and, eq } from 'drizzle-orm'
import { businessSettings as registry, settingKeys } from '#contract/businessSettings'
import { type Calls, calls } from '#contract/index'
import { enteredSetting, settingEntry, settingText } from '#domain/businessSettings'
import { decider, oneDecisionRow, requester } from '../../approvals/decidedColumns'
import {
  commentOf,
  decisionBlocker,
  lockRequest,
  onlyDecision,
  requestNotFound,
} from '../../approvals/decisions'
import { waitingRows } from '../../approvals/waiting'
import type { Queries, Selects } from '../../db/database'
import { businessSettings, settingChanges } from '../../db/tables/businessSettings'
import { documentPrefixes } from '../../db/tables/ledgerKinds'
import { invalid, reject } from '../../errors/refusals'
import type { HandlersFor } from '../../handler'
import { newReference } from '../../ledger/references'
import { defineList } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import { lockSettings, storedSetting } from '../../settings/businessSettings'

const changeRow = {
  ...oneDecisionRow(settingChanges),
  setting: settingChanges.setting,
  changes: settingChanges.changes,
}

const rowsOf = (queries: Selects, row = changeRow) =>
  queries
    .select(row)
    .from(settingChanges)
    .innerJoin(requester, eq(requester.id, settingChanges.requestedBy))
    .leftJoin(decider, eq(decider.id, settingChanges.decidedBy))

const changeList = defineList({
  call: calls.settings.getSettingChanges,
  table: settingChanges,
  sorted: { created_at: settingChanges.createdAt },
  row: changeRow,
  rows: (queries, row) => rowsOf(queries, row).$dynamic(),
})

type Change = typeof settingChanges.$inferSelect

export const settingHandlers: HandlersFor<Calls['settings']> = {
  getBusinessSettings: async (_input, { queries }) => {
    const set = await queries
      .select({ ...changeRow, key: businessSettings.key, value: businessSettings.value })
      .from(businessSettings)
      .innerJoin(settingChanges, eq(settingChanges.id, businessSettings.changeId))
      .innerJoin(requester, eq(requester.id, settingChanges.requestedBy))
      .leftJoin(decider, eq(decider.id, settingChanges.decidedBy))
    const open = await queries
      .select({ key: settingChanges.key, reference: settingChanges.reference })
      .from(settingChanges)
      .where(eq(settingChanges.status, 'pending'))
    return {
      data: settingKeys.map((key, at) => {
        const { label, kind, help, default: unset } = registry[key]
        const row = set.find((one) => one.key === key)
        const value = row ? row.value : unset
        return {
          id: at + 1,
          key,
          label,
          kind,
          help,
          entry: settingEntry(key, value),
          value: settingText(key, value),
          optional: unset === null,
          requested_by_name: row?.requested_by_name ?? null,
          decided_by_name: row?.decided_by_name ?? null,
          set_at: row?.decided_at ?? null,
          reference: row?.reference ?? null,
          open_change: open.find((one) => one.key === key)?.reference ?? null,
        }
      }),
    }
  },

  requestSettingChange: async ({ key, value: entry, reason }, { queries, actor, now, setAuditSubject }) => {
    const { label } = registry[key]
    const entered = enteredSetting(key, entry)
    if ('fault' in entered) return invalid(entered.fault)
    const { value } = entered
    await lockSettings(queries)
    const [open] = await queries
      .select({ reference: settingChanges.reference })
      .from(settingChanges)
      .where(and(eq(settingChanges.key, key), eq(settingChanges.status, 'pending')))
    if (open)
      reject(`Change ${open.reference} of ${label} awaits its decision already. Nothing was requested.`)
    const before = await storedSetting(queries, key)
    if (value === before) reject(`${label} is ${settingText(key, value)} already. Nothing was requested.`)
    const changes = `From ${settingText(key, before)} to ${settingText(key, value)}.`
    const reference = await newReference(queries, documentPrefixes.settingChange, now)
    const [change] = await queries
      .insert(settingChanges)
      .values({
        reference,
        key,
        setting: label,
        changes,
        value,
        before,
        reason: reason.trim(),
        requestedBy: actor.adminId,
        createdAt: now,
      })
      .returning({ id: settingChanges.id })
    await setAuditSubject('setting change', change?.id ?? 0, logged(changes))
    return { message: `Change ${reference} of ${label} was requested. It awaits its approval. ${changes}` }
  },

  getSettingChanges: (input, context) =>
    pageOf(context, input, changeList, { where: input.waiting && waitingRows(context, 'setting_changes') }),

  getSettingChangeCase: async ({ id }, context) => {
    const { queries } = context
    const [row] = await rowsOf(queries).where(eq(settingChanges.id, id))
    const [stored] = await queries.select().from(settingChanges).where(eq(settingChanges.id, id))
    if (!row || !stored) return reject(requestNotFound('setting_changes', id))
    return {
      data: [
        {
          ...row,
          help: registry[stored.key]?.help ?? '',
          obstacle: stored.status === 'pending' ? await obstacleOf(queries, stored) : null,
          against: decisionBlocker('setting_changes', stored, context),
        },
      ],
    }
  },

  settingChangeDecision: async ({ id, status, comment }, context) => {
    const { queries, actorNow, setAuditSubject } = context
    const text = commentOf({ status, comment })
    await setAuditSubject('setting change', id)
    await lockSettings(queries)
    const change = await lockRequest('setting_changes', id, context)
    // Waiting for the locks takes time, in which rights may go.
    await actorNow()
    const { reference, setting, changes, key, value } = change
    const isApproved = status === 'accept'
    if (isApproved) {
      const obstacle = await obstacleOf(queries, change)
      if (obstacle) reject(`${obstacle} Change ${reference} can only be rejected, and requested again.`)
      await queries
        .insert(businessSettings)
        .values({ key, value, changeId: id })
        .onConflictDoUpdate({ target: businessSettings.key, set: { value, changeId: id } })
    }
    await queries
      .update(settingChanges)
      .set(onlyDecision(isApproved, text, context))
      .where(eq(settingChanges.id, id))
    await setAuditSubject('setting change', id, isApproved ? logged(changes) : 'Rejected.')
    return {
      message: isApproved
        ? `Change ${reference} of ${setting} approved. ${changes}`
        : `Change ${reference} of ${setting} was rejected. It stays as it is.`,
      data: { reference },
    }
  },
}

/** Why a change can't be carried out: the admin decides on what the request showed. */
async function obstacleOf(queries: Queries, { key, setting, before }: Change): Promise<string | null> {
  if (!(key in registry)) return `${setting} is no setting any more.`
  return (await storedSetting(queries, key)) === before ? null : `${setting} changed since the request.`
}

/** Without the currency's sign: the log masks amounts, for those of customers. A setting is no secret. */
const logged = (changes: string) => changes.replaceAll('₦', '')
