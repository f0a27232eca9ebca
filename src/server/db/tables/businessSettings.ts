import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { SettingKey } from '#contract/businessSettings'
import { createdAt, id, ref } from './columns'
import { hasComment, oneDecisionChecks, oneDecisionColumns } from './decisionColumns'

/** Requests to change a setting of the business, with their decision (rules.md, "Business settings"). */
export const settingChanges = pgTable(
  'setting_changes',
  {
    id: id(),
    reference: text().notNull().unique(),
    key: text().$type<SettingKey>().notNull(),
    /** What people called it at the request, and the old and the new value, for them. */
    setting: text().notNull(),
    changes: text().notNull(),
    /** As `business_settings` has it. */
    value: bigint({ mode: 'number' }),
    /** What held at the request. An approval needs it to be so still. */
    before: bigint({ mode: 'number' }),
    reason: text().notNull(),
    ...oneDecisionColumns(),
    comment: text(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.createdAt, t.id),
    uniqueIndex('setting_changes_one_of_key').on(t.key).where(sql`${t.status} = 'pending'`),
    check('setting_changes_value', sql`${t.value} >= 0`),
    ...oneDecisionChecks('setting_changes', t, hasComment(t)),
  ],
)

/** The settings that were set. Others have their default (`contract/businessSettings.ts`). */
export const businessSettings = pgTable('business_settings', {
  key: text().$type<SettingKey>().primaryKey(),
  /** Kobo, an hour, a number, 1 or 0; null is none. */
  value: bigint({ mode: 'number' }),
  /** The change that set it. */
  changeId: ref()
    .notNull()
    .references(() => settingChanges.id),
})
