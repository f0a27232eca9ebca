import { settingText } from '#domain/businessSettings'
import { businessSettings as registry } from '#contract/businessSettings'
import type { Transaction } from '../../db/database'
import { settingChanges } from '../../db/tables/businessSettings'
import { documentPrefixes } from '../../db/tables/ledgerKinds'
import type { DemoBusiness } from '../business'

/** A change of a setting of the business that waits for its decision. */
export async function insertSettingChanges(
  tx: Transaction,
  { clock, books, staff }: Omit<DemoBusiness, 'at'>,
) {
  const key = 'closing-hour'
  const [before, value] = [registry[key].default, 18]
  await tx.insert(settingChanges).values({
    reference: books.newReference(documentPrefixes.settingChange, clock(95)),
    key,
    setting: registry[key].label,
    changes: `From ${settingText(key, before)} to ${settingText(key, value)}.`,
    value,
    before,
    reason: 'The office closes at six',
    requestedBy: staff.admin,
    createdAt: clock(95),
  })
}
