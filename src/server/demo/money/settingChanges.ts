import { businessSettings as registry, type SettingKey } from '#contract/businessSettings'
import { settingText } from '#domain/businessSettings'
import type { Transaction } from '../../db/database'
import { settingChanges } from '../../db/tables/businessSettings'
import { documentPrefixes } from '../../db/tables/ledgerKinds'
import { insertAll } from '../books'
import type { DemoBusiness } from '../business'
import { workingDay } from '../demoPeople'

/** Changes of settings of the business: two that were rejected, and one that waits. Every setting has its default. */
export async function insertSettingChanges(
  tx: Transaction,
  { clock, books, staff }: Omit<DemoBusiness, 'at'>,
) {
  const requested = (age: number, key: SettingKey, value: number, reason: string) => ({
    reference: books.newReference(documentPrefixes.settingChange, clock(age)),
    key,
    setting: registry[key].label,
    changes: `From ${settingText(key, registry[key].default)} to ${settingText(key, value)}.`,
    value,
    before: registry[key].default,
    reason,
    requestedBy: staff.admin,
    createdAt: clock(age),
  })
  const rejected = (age: number, comment: string) => ({
    status: 'rejected' as const,
    decidedBy: staff.superadmin,
    decidedAt: clock(age),
    comment,
  })
  await insertAll(tx, settingChanges, [
    {
      ...requested(40 * workingDay, 'tills-required', 1, 'Two people take cash now'),
      ...rejected(39 * workingDay, 'Once both know how to count a till'),
    },
    {
      ...requested(20 * workingDay, 'closing-hour', 22, 'Agents come late'),
      ...rejected(19 * workingDay, 'Nobody is here at that hour'),
    },
    { ...requested(95, 'closing-hour', 18, 'The office closes at six'), status: 'pending' },
  ])
}
