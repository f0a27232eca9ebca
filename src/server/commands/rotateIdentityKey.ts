import { pluralize } from '#domain/money/figures'
import { runCommand } from './command'
import { ConfigError } from '../config'
import { agreeOn } from '../identity/checkKeys'
import { addKeyToFile, loadIdentityKeys } from '../identity/keys'
import { countUnreadable, deleteUnreadable, resealAll } from '../identity/reseal'
import { nameOf } from '../identity/seal'

/**
 * Seals every BVN and NIN under the newest key: IDENTITY_KEY, or a new one in the data folder's file. The old keys must
 * still be there, to open. With --delete-unreadable it deletes the numbers whose key is lost.
 */
const deletes = process.argv.includes('--delete-unreadable')

await runCommand(async (database, config) => {
  const print = (line: string) => process.stdout.write(`${line}\n`)
  const known = await loadIdentityKeys(config)
  const unreadable = await countUnreadable(database, known)
  if (unreadable > 0 && !deletes)
    throw new ConfigError(
      `${pluralize(unreadable, 'number')} (BVN or NIN) can not be opened with the configured keys. Nothing was done. Configure the missing keys (docs/run/upgrade.md, "The key of BVN and NIN"), or delete what they sealed with --delete-unreadable.`,
    )
  if (unreadable > 0) {
    await deleteUnreadable(database, known)
    print(`${pluralize(unreadable, 'number')} (BVN or NIN) deleted that no configured key opens.`)
  }
  const keys = known.from === 'file' ? await addKeyToFile(config.dataDir) : known
  await agreeOn(database, keys)
  const { changed, guarantors, damaged } = await resealAll(database, keys)
  print(`BVN and NIN of ${pluralize(changed, 'customer')} sealed again, under key ${keys.sealing.id}.`)
  if (guarantors > 0) print(`BVN of ${pluralize(guarantors, 'guarantor')} sealed again, under the same key.`)
  if (damaged.length > 0) {
    const list = damaged.map((owner) => `\n  ${owner.field.toUpperCase()} of ${nameOf(owner)}`)
    throw new ConfigError(
      `These were changed in the database and can not be opened. Enter them again:${list.join('')}`,
    )
  }
  print(
    keys.from === 'file'
      ? 'Start every server again with the new identity.key. Then the lines after its first one may be deleted.'
      : 'IDENTITY_OLD_KEYS is not needed any more: remove it from the configuration of every server.',
  )
})
