import { readdir, readFile } from 'node:fs/promises'
import { eq, inArray, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { loanTypes } from '#server/db/tables/loans'
import { savingTypes } from '#server/db/tables/money'
import { seedBaseData } from '#server/seedBaseData'
import { permissions, roles } from '#server/db/tables/schema'
import { openServer } from '../support/harness'
import { sentences } from '../../sentences'

const server = await openServer()
const me = await server.enterAs({ role: 'SuperAdmin' })
const { addRoles, createPermission, editPermission } = calls.roles
const addRole = (name: string) => server.ask(addRoles, { name, permission: [] }, me)
const addPermission = (name: string) => server.ask(createPermission, { name }, me)
const otherLetters =
  "may have letters of English, Hausa, Igbo and Yoruba, digits, spaces and & ' ( ) . / - only."

describe('a role', () => {
  it.each([
    'superadmın',
    'superɑdmin',
    'ꜱuperadmin',
    'ꜱᴜᴘᴇʀᴀᴅᴍɪɴ',
    'Maın Admin',
    'Mаin Admin',
    'Main Αdmin',
    'Super\u200badmin',
    'supervɩsor',
    'Ꮪupervisor',
    'Main\u2010Admin',
  ])('rejects letters of other alphabets and invisible ones: %j', async (name) => {
    expect(await addRole(name)).toMatchObject({ status: '100', fields: [`Role name ${otherLetters}`] })
  })

  it.each([
    'super.admin',
    'Super-Admin',
    "s'uper admin",
    'supėrạdmin',
    'SUPERADM1N',
    'superadmln',
    'Ｓuperadmin',
    '𝐬uperadmin',
    'ˢuperadmin',
    'Main.Admin',
    'MAIN/ADMIN',
    'Mai̇n Ádmin',
    'Rnain Admin',
    'main admln',
    'Ad-min',
    'Aɗmin',
    'Supervis0r',
    'Super-Visor',
  ])('rejects a name that looks like an existing one: %j', async (name) => {
    const count = await server.database.$count(roles)
    const reply = await addRole(name)
    expect(reply.status).toBe('400')
    expect([
      'A role with this name, or one that looks like it, already exists.',
      'No other role may have the name SuperAdmin.',
    ]).toContain(reply.message)
    expect(await server.database.$count(roles)).toBe(count)
  })

  it.each([
    'Admins',
    'Admin 2',
    'Super Visors',
    'Ƙaramin Ofis',
    'Ọ̀gá Àgbà',
    'Onye Ọrụ',
    'Cash & Audit (Jos)',
  ])('accepts a distinct name: %j', async (name) => {
    expect((await addRole(name)).status).toBe('200')
  })

  it.each(['...', '( )', '-'])('needs a letter or a digit: %j', async (name) => {
    expect(await addRole(name)).toMatchObject({ status: '100', fields: [sentences.roleNameRequired] })
  })

  it('is created once by simultaneous look-alikes', async () => {
    const replies = await Promise.all(['Till Clerk', 'TILL-CLERK', 'TiII C1erk', 'Tíll.clerk'].map(addRole))
    expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400', '400', '400'])
  })
})

describe('a permission', () => {
  const names = ['CAN VIEW ADMIN', 'can.view.admin', 'canviewadmin', 'cán-view-admin', 'can-view-adm1n']
  const more = ['can-vievv-admin', 'can-view-a11', 'CAN/VIEW/ALL', 'can-view-adrnin']
  it.each([...names, ...more])('is neither created as nor renamed to %j', async (name) => {
    const taken = sentences.permissionExists
    expect(await addPermission(name)).toMatchObject({ status: '400', message: taken })
    const [own] = await server.database
      .insert(permissions)
      .values({ name: `own ${names.concat(more).indexOf(name)}` })
      .returning()
    const renamed = await server.ask(editPermission, { permission_id: own?.id ?? 0, name }, me)
    expect(renamed).toMatchObject({ status: '400', message: taken })
  })

  it('rejects letters of other alphabets', async () => {
    const reply = await addPermission('can-vıew-admin')
    expect(reply).toMatchObject({ status: '100', fields: [`Permission name ${otherLetters}`] })
  })

  it('of a new version is added even where the business has a look-alike, which is renamed', async () => {
    const exact = 'can-view-guarantor'
    await server.database.delete(permissions).where(eq(permissions.name, exact))
    const [own] = await server.database.insert(permissions).values({ name: 'Can View Guarantor' }).returning()
    await seedBaseData(server.database)
    const names = (await server.database.select().from(permissions)).map(({ name }) => name)
    expect(names).toContain(exact)
    expect(names).toContain(`Can View Guarantor (${own?.id})`)
  })
})

it('the migration renames look-alikes of an older version', async () => {
  const folder = new URL('../../../src/server/db/migrations/', import.meta.url)
  const file = (await readdir(folder)).find((one) => one.endsWith('_look_alikes.sql')) ?? ''
  const statements = (await readFile(new URL(file, folder), 'utf8')).split('--> statement-breakpoint')
  const { database } = server
  await database.execute(sql`drop index roles_name_key`)
  await database.execute(sql`drop index permissions_name_key`)
  await database.execute(sql`create index permissions_name_key on permissions (name)`)
  await database.execute(sql`create index roles_name_key on roles (name)`)
  const [role] = await database.insert(roles).values({ name: 'super.admin' }).returning()
  const [own] = await database.insert(permissions).values({ name: 'CAN VIEW ADMIN' }).returning()
  for (const statement of statements.slice(1)) await database.execute(sql.raw(statement))
  const named = async (table: typeof roles | typeof permissions, ...names: string[]) =>
    database.$count(table, inArray(table.name, names))
  expect(await named(roles, 'SuperAdmin', `super.admin (${role?.id})`)).toBe(2)
  expect(await named(permissions, 'can-view-admin', `CAN VIEW ADMIN (${own?.id})`)).toBe(2)
})

it('the migration of the products’ terms renames look-alikes of an older version', async () => {
  const folder = new URL('../../../src/server/db/migrations/', import.meta.url)
  const file = (await readdir(folder)).find((one) => one.endsWith('_product_terms.sql')) ?? ''
  const statements = (await readFile(new URL(file, folder), 'utf8')).split('--> statement-breakpoint')
  const { database } = server
  for (const table of ['saving_types', 'loan_types'])
    await database.execute(sql.raw(`drop index ${table}_name_key`))
  const [, saving] = await database
    .insert(savingTypes)
    .values([
      { name: 'Daily Thrift', category: 'daily' },
      { name: 'DailyThrift', category: 'daily' },
    ])
    .returning()
  const [, loan] = await database
    .insert(loanTypes)
    .values(['Trade', 'TRADE'].map((name) => ({ name, description: 'Stock', interestBasisPoints: 1 })))
    .returning()
  for (const statement of statements)
    if (/UPDATE "(saving|loan)_types"|CREATE UNIQUE INDEX/.test(statement))
      await database.execute(sql.raw(statement))
  const namesIn = async (table: typeof savingTypes | typeof loanTypes) =>
    (await database.select({ name: table.name }).from(table).orderBy(table.id)).map(({ name }) => name)
  expect(await namesIn(savingTypes)).toEqual(['Daily Thrift', `DailyThrift (${saving?.id})`])
  expect(await namesIn(loanTypes)).toEqual(['Trade', `TRADE (${loan?.id})`])
})
