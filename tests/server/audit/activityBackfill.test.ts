import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { verifyChain } from '#server/audit/auditChain'
import { migrate } from '#server/db/upgrade/migrate'
import { openDatabase } from '#server/db/database'
import { emptyDatabase, onPostgres } from '../support/testDatabase'

const all = fileURLToPath(new URL('../../../src/server/db/migrations', import.meta.url))

/** The migrations before this one. */
async function migrationsBefore(tag: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'alajo-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(all, folder, { recursive: true })
  const file = path.join(folder, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: { tag: string }[] }
  journal.entries = journal.entries.slice(
    0,
    journal.entries.findIndex((entry) => entry.tag === tag),
  )
  await writeFile(file, JSON.stringify(journal))
  return folder
}

// The embedded database of the tests comes with all migrations applied.
it.runIf(onPostgres)('the migration names the subjects of older rows and keeps the chain whole', async () => {
  const place = await emptyDatabase({ migrated: false })
  const client = new pg.Client({ connectionString: place.url })
  await client.connect()
  await migrate(client, await migrationsBefore('0017_activity_subjects'), { singleConnection: false })
  await client.query(`
    insert into roles (name) values ('Clerk');
    insert into permissions (name) values ('can-do');
    insert into admins (name, email, phone_number, password_hash, role_id) values ('Ada Obi', 'ada@alajo.test', '', '', 1);
    insert into agents (name, first_name, last_name, email, phone_number)
      values ('Bola Ige', 'Bola', 'Ige', 'bola@alajo.test', '08030000001');
    insert into customers (first_name, last_name, phone_number, agent_id, assigned_agent_id)
      values ('Chidi', 'Eze', '08030000002', 1, 1);
    insert into admin_activity (admin_id, action, description, subject, status, reference)
      select 1, 'a', 'Updated ' || coalesce(subject, 'a role'), subject, 'success', ''
        from unnest(array['admin 1', 'role 1', 'permission 1', 'agent 1', 'customer 1', 'customer 2', null]) subject`)
  await client.end()
  const opened = await openDatabase(place)
  onTestFinished(async () => {
    await opened.close()
    await place.drop()
  })
  const { rows } = await opened.database.$client.query(
    `select subject, subject_name as name, subject_role as role, subject_reference as reference,
      subject_customer_id::int as customer, subject_agent_id::int as agent, search_text as text
    from admin_activity order by place`,
  )
  const nothing = { role: null, reference: null, customer: null, agent: null }
  expect(rows).toEqual([
    { ...nothing, subject: 'admin 1', name: 'Ada Obi', text: 'updated admin 1 ada obi' },
    { ...nothing, subject: 'role 1', name: 'Clerk', text: 'updated role 1 clerk' },
    { ...nothing, subject: 'permission 1', name: null, text: 'updated permission 1' },
    { ...nothing, subject: 'agent 1', name: 'Bola Ige', agent: 1, text: 'updated agent 1 bola ige' },
    {
      ...nothing,
      subject: 'customer 1',
      name: 'Chidi Eze',
      reference: 'CU-000001',
      customer: 1,
      text: 'updated customer 1 chidi eze cu-000001',
    },
    { ...nothing, subject: 'customer 2', name: null, text: 'updated customer 2' },
    { ...nothing, subject: null, name: null, text: 'updated a role' },
  ])
  expect(await verifyChain(opened.database)).toMatchObject({ intact: true, rows: 7 })
})
