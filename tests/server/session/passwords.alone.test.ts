import { eq } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { admins } from '#server/db/tables/schema'
import { openServer } from '../support/harness'

/** The hashes that passwords were compared with, in order. */
const compared = vi.hoisted((): string[] => [])
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  const verify: typeof real.verify = (hash, ...rest) => {
    compared.push(String(hash))
    return real.verify(hash, ...rest)
  }
  return { ...real, verify }
})

const server = await openServer()

it('step one verifies one argon2id hash, for an unknown e-mail as for a wrong password', async () => {
  const admin = await server.makeAdmin({ role: 'Supervisor' })
  const hashesFor = async (email: string) => {
    compared.length = 0
    await server.stepOne(email, 'a wrong password')
    return compared.map((hash) => hash.split('$').slice(0, 4))
  }
  // 19 MiB, 2 passes, 1 lane; the rest of the time is the same few queries.
  const cost = ['', 'argon2id', 'v=19', 'm=19456,t=2,p=1']
  expect(await hashesFor(admin.email)).toEqual([cost])
  expect(await hashesFor('stranger@alajo.test')).toEqual([cost])
  await server.database.update(admins).set({ deleted: true }).where(eq(admins.id, admin.id))
  expect(await hashesFor(admin.email)).toEqual([cost])
})
