import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { openDatabase } from '#server/db/database'
import { admins, roles } from '#server/db/tables/schema'
import { passwordMatches } from '#server/auth/passwords'
import { bodyKeys } from '../support/harness'
import { startProcess } from '../support/processes'
import { emptyDatabase } from '../support/testDatabase'
import { sentences } from '../../sentences'

const place = await emptyDatabase()
afterAll(() => place.drop())
const person = { NAME: ' Ada Obi ', EMAIL: 'Ada.Obi@Alajo.test', PHONE: '08030000001' }
const create = (answers: NodeJS.ProcessEnv = {}) =>
  startProcess('createSuperadmin', {
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.url,
    ...person,
    ...answers,
  })

async function everyAdmin() {
  const { database, close } = await openDatabase(place)
  const rows = await database.select().from(admins).leftJoin(roles, eq(roles.id, admins.roleId))
  await close()
  return rows.map(({ admins: admin, roles: role }) => ({ ...admin, role: role?.name }))
}

/** Creates the first superadmin, whom all tests need. */
let command: ReturnType<typeof create>
beforeAll(async () => {
  command = create()
  await command.ended
})

it('makes a superadmin who must change the printed password', async () => {
  expect(await command.ended).toBe(0)
  expect(command.output.err).toBe('')
  const [, printed = ''] =
    /^Superadmin ada\.obi@alajo\.test created\. One-time password: (\S{20})\n$/.exec(command.output.out) ?? []
  const made = (await everyAdmin()).filter(({ email }) => email === 'ada.obi@alajo.test')
  expect(made).toMatchObject([
    {
      name: 'Ada Obi',
      email: 'ada.obi@alajo.test',
      phoneNumber: '08030000001',
      role: 'SuperAdmin',
      mustChangePassword: true,
      status: 'active',
      deleted: false,
    },
  ])
  expect(await passwordMatches(made[0]?.passwordHash ?? '', printed)).toBe(true)
})

it.each([
  ['an e-mail that is taken', {}, 'An admin with the email ada.obi@alajo.test already exists.'],
  ['no e-mail', { EMAIL: 'ada' }, 'Enter valid email address'],
  ['a short phone number', { EMAIL: 'b@alajo.test', PHONE: '0803' }, sentences.phoneDigits],
  ['an empty name', { EMAIL: 'b@alajo.test', NAME: ' ' }, sentences.fullNameEmpty],
])('refuses %s in one line', async (_what, answers, message) => {
  const before = await everyAdmin()
  const refused = create(answers)
  expect(await refused.ended).toBe(1)
  expect(refused.output).toEqual({ out: '', err: `${message}\n` })
  expect(await everyAdmin()).toEqual(before)
})

it('takes answers that are piped before they are asked for, and ends where they end', async () => {
  const { NAME: _name, EMAIL: _email, PHONE: _phone, ...unasked } = process.env
  const file = path.join(inject('builtServer'), 'createSuperadmin.js')
  const run = (input: string) =>
    spawnSync(process.execPath, [file], {
      env: { ...unasked, ...bodyKeys, DATA_DIR: place.dataDir, DATABASE_URL: place.url ?? '' },
      encoding: 'utf8',
      input,
      timeout: 300_000,
    })
  const ended = run('Bisi Ade\n')
  expect(ended.status).toBe(1)
  expect(ended.stderr).toBe('Enter valid email address\nPhone number must be exactly 11 digits.\n')
  const piped = run('Bisi Ade\nbisi@alajo.test\n08030000009\n')
  expect(piped.stdout).toMatch(/Superadmin bisi@alajo\.test created\. One-time password: \S{20}\n$/)
  expect((await everyAdmin()).map(({ name }) => name)).toContain('Bisi Ade')
})
