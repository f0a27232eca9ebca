import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { startPostgres } from '../../../config/postgres.mjs'

/** The address of the run's PostgreSQL server, for the workers, which inherit the environment. */
const variable = 'E2E_POSTGRES'
const demo = 'alajo_demo'

/** Whether this run has a PostgreSQL server; in one without, servers have an embedded database. */
export const hasPostgres = () => process.env[variable] !== undefined

/** Starts the run's PostgreSQL server and makes the demo there. Returns how to stop it. */
export async function startDatabases(makeDemo: (url: string) => Promise<void>) {
  const { url, stop } = await startPostgres()
  process.env[variable] = url
  await makeDemo(await create(demo))
  return stop
}

/** An empty database, or one with the demo. */
export const createDatabase = (content: 'empty' | 'demo') =>
  create(`alajo_${randomBytes(8).toString('hex')}`, content === 'demo' ? demo : undefined)

async function create(name: string, template?: string): Promise<string> {
  await onServer(`create database ${name} ${template ? `template ${template}` : ''}`)
  const url = new URL(process.env[variable] ?? '')
  url.pathname = `/${name}`
  return url.href
}

export const drop = (url: string) => onServer(`drop database ${new URL(url).pathname.slice(1)} with (force)`)

async function onServer(statement: string) {
  const client = new pg.Client({ connectionString: process.env[variable] })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
