import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/db/database'
import { customerIdentities } from '#server/db/tables/schema'
import { readIdentity, saveIdentity } from '#server/identity/identities'
import { identityKeysOf, loadIdentityKeys } from '#server/identity/keys'
import { seedBaseData } from '#server/seedBaseData'
import { peopleOf } from '../support/people'
import { expectReady, startProcess, startServer } from '../support/processes'
import { emptyDatabase } from '../support/testDatabase'

const place = await emptyDatabase()
afterAll(() => place.drop())
const where = { DATA_DIR: place.dataDir, DATABASE_URL: place.url, DEMO: 'off' }
const file = path.join(place.dataDir, 'identity.key')
const lines = async () => (await readFile(file, 'utf8')).trim().split('\n')
const own = () => loadIdentityKeys({ dataDir: place.dataDir, identityKeys: [] })
const newKey = (byte: number) => Buffer.alloc(32, byte)
const text = (key: Buffer) => key.toString('base64')
const bvn = '22345678901'
let customerId = 0

async function withDatabase<T>(
  use: (database: Awaited<ReturnType<typeof openDatabase>>['database']) => Promise<T>,
) {
  const opened = await openDatabase(place)
  try {
    return await use(opened.database)
  } finally {
    await opened.close()
  }
}
const readWith = async (...keys: Buffer[]) =>
  withDatabase((database) => readIdentity(database, identityKeysOf(keys, 'environment'), customerId))

async function rotate(env: NodeJS.ProcessEnv = {}, ...args: string[]) {
  const command = startProcess('rotateIdentityKey', { ...where, ...env }, ['rotate-identity-key', ...args])
  return { code: await command.ended, ...command.output }
}

beforeAll(() =>
  withDatabase(async (database) => {
    await seedBaseData(database)
    const people = peopleOf(database, () => new Date())
    customerId = (await people.makeCustomer((await people.makeAgent()).id)).id
    await saveIdentity(database, await own(), customerId, { bvn })
  }),
)

describe('npm run rotate-identity-key', { shuffle: false }, () => {
  it('makes a new key in the file, seals with it, and keeps the old one', async () => {
    const before = await lines()
    const run = await rotate()
    expect(run).toMatchObject({ code: 0, err: '' })
    expect(run.out).toContain(
      `BVN and NIN of 1 customer sealed again, under key ${(await own()).sealing.id}.`,
    )
    const after = await lines()
    expect(after.slice(1)).toEqual(before)
    // The line that the command says may be deleted.
    await writeFile(file, `${after[0]}\n`)
    expect(await readWith(Buffer.from(after[0] ?? '', 'base64'))).toEqual({ bvn, nin: null })
  })

  it('moves from the file to the environment, and from key to key there', async () => {
    const [fromFile = ''] = await lines()
    const first = { IDENTITY_KEY: text(newKey(1)), IDENTITY_OLD_KEYS: fromFile }
    expect((await rotate(first)).out).toContain('IDENTITY_OLD_KEYS is not needed any more')
    expect(await readWith(newKey(1))).toEqual({ bvn, nin: null })
    expect(await lines()).toEqual([fromFile])
    await rotate({ IDENTITY_KEY: text(newKey(2)), IDENTITY_OLD_KEYS: text(newKey(1)) })
    expect(await readWith(newKey(2))).toEqual({ bvn, nin: null })
  })

  it('a server with other keys does not start, and the command deletes nothing unasked', async () => {
    const server = startServer(where)
    expect(await server.ended).toBe(1)
    expect(server.output.err).toMatch(
      /^BVN and NIN in this database are sealed under key [0-9a-f]{12}, and DATA_DIR\/identity\.key does not have it\./,
    )
    const refused = await rotate()
    expect(refused.code).toBe(1)
    expect(refused.err).toMatch(
      /^1 number \(BVN or NIN\) can not be opened with the configured keys\. Nothing/,
    )
    expect(await readWith(newKey(2))).toEqual({ bvn, nin: null })
    for (const output of [server.output, refused])
      expect(output.out + output.err).not.toContain((await lines())[0])
  })

  it('after a lost key, deletes what it sealed if asked to, and the server starts', async () => {
    const run = await rotate({}, '--delete-unreadable')
    expect(run).toMatchObject({ code: 0, err: '' })
    expect(run.out).toContain('1 number (BVN or NIN) deleted')
    const [row] = await withDatabase((database) =>
      database.select().from(customerIdentities).where(eq(customerIdentities.customerId, customerId)),
    )
    expect(row).toEqual({ customerId, bvn: null, bvnHash: null, nin: null })
    const server = startServer(where)
    await expectReady(server)
    server.kill('SIGTERM')
    await server.ended
  })
})
