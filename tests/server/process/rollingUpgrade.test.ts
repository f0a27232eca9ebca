import pg from 'pg'
import { afterAll, expect, inject, it } from 'vitest'
import { allCalls, calls } from '#contract/index'
import recorded from '../../../src/contract/lastRelease/contract.json'
import { demoPassword } from '#server/demo/demo'
import { releases } from '#server/db/upgrade/releases'
import { openRoundRobin } from '../../roundRobin'
import { openCaller, openLoad } from '../support/apiLoad'
import { addressOf, expectReady, startProcess } from '../support/processes'
import { type Build, buildRelease, copyOwnBuild, hasCommit } from '../support/releaseBuilds'
import { isLong, report, roundsOf } from '../support/rounds'
import { demoDatabase, emptyDatabase, type TestDatabase } from '../support/testDatabase'

const email = 'superadmin@alajo.test'
const cleanUps: (() => unknown)[] = []
afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp()
})
const cleanedUp = <T extends object>(one: T, cleanUp: (one: T) => unknown) => {
  cleanUps.push(() => cleanUp(one))
  return one
}

/** A long run replaces the last release, built from its commit, by this one; a short one this one by itself, without a portal. */
async function releasesToRun(): Promise<{ old: Build; own: Build } | string> {
  const build = { server: inject('builtServer'), remove: async () => {} }
  if (!isLong) return { old: build, own: build }
  const last = releases.at(-1)
  if (!last) return 'No release is recorded yet.'
  if (!hasCommit(last)) return `This clone has no commit ${last.commit} of release ${last.version}.`
  return { old: await buildRelease(last), own: await copyOwnBuild() }
}

const rounds = roundsOf(1)

it(
  'servers are replaced one by one under load: no call is lost, and every change is made once',
  async (test) => {
    const builds = await releasesToRun()
    if (typeof builds === 'string') return test.skip(builds)
    for (const build of Object.values(builds)) cleanedUp(build, ({ remove }) => remove())
    // The last release makes its own database.
    const place = cleanedUp(
      await (isLong ? emptyDatabase({ migrated: false }) : demoDatabase()),
      ({ drop }) => drop(),
    )
    const start = (build: Build) => startOn(place, build)
    const nodes = [await start(builds.old), await start(builds.old)]
    const proxy = cleanedUp(await openRoundRobin(() => nodes.map(({ url }) => url)), ({ close }) => close())

    const token = await signIn(nodes[0] as Node)
    const portal = isLong ? cleanedUp(await openPortal(proxy.url, nodes), ({ close }) => close()) : undefined
    const caller = openCaller(proxy.url)
    const isKnown = (name: string) => !isLong || name in recorded
    const earlier = await landed(place)
    const load = await openLoad(caller, token, isKnown)

    const replaceAll = async (build: Build) => {
      for (const [at, node] of nodes.entries()) {
        await load.more(isLong ? 300 : 40)
        node.kill('SIGTERM')
        expect(await node.ended).toBe(0)
        expect(node.output.err).toBe('')
        nodes[at] = await start(build)
      }
      await load.more(isLong ? 300 : 40)
    }
    await portal?.expectWorks()
    await replaceAll(builds.own)
    await portal?.expectUpdate()
    // Back to the release before and forward again: it runs on the newer schema.
    for (let round = 1; isLong && round < rounds; round++) {
      await replaceAll(builds.old)
      await replaceAll(builds.own)
    }
    const { now, expected } = await load.close()
    expect(now).toEqual(expected)
    expect(await landed(place)).toEqual([...earlier, ...caller.made].toSorted())
    const verified = startProcess('verifyLedger', environmentOf(place))
    expect(await verified.ended, verified.output.out).toBe(0)
    for (const { kill, ended } of nodes) {
      kill('SIGTERM')
      expect(await ended).toBe(0)
    }
    report('replaced one by one', { reads: load.reads, changes: caller.made.size, ...caller.counts })
  },
  900_000 + rounds * 300_000,
)

type Node = Awaited<ReturnType<typeof startOn>>

const environmentOf = ({ dataDir, url }: TestDatabase) => ({ DATA_DIR: dataDir, DATABASE_URL: url })

async function startOn(place: TestDatabase, { server }: Build) {
  const unlimited = '1000000'
  const node = startProcess(
    'main',
    {
      ...environmentOf(place),
      DEMO: 'on',
      SMS: 'off',
      LOG_LEVEL: 'error',
      ALLOW_SAME_APPROVER: 'true',
      RATE_LIMIT_ACCOUNT: unlimited,
      RATE_LIMIT_ADDRESS: unlimited,
      RATE_LIMIT_SIGN_IN: unlimited,
    },
    [],
    server,
  )
  await expectReady(node)
  return { ...node, url: await addressOf(node) }
}

/** Loads a browser's driver in a long run only. */
const openPortal: typeof import('../support/updatedPortal').openUpdatedPortal = async (url, nodes) =>
  (await import('../support/updatedPortal')).openUpdatedPortal(url, nodes)

/** Both steps as the superadmin of the demo; the session counts on every server. */
async function signIn(node: Node) {
  const { ask } = openCaller(node.url)
  const first = await ask(calls.session.adminLogin, { email, password: demoPassword })
  const [, code = ''] = await node.waitFor(/Sign-in token for superadmin@alajo\.test: (\d{6})/)
  const second = await ask(calls.session.loginToken, { token: code }, first.data.rec.login_token)
  return second.data.rec.login_token
}

/** The keys of all changes in the activity log, one for each time that a change was made. */
async function landed({ url }: TestDatabase): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const writes = allCalls.filter(({ kind }) => kind === 'write').map(({ name }) => name)
    const { rows } = await client.query<{ key: string }>(
      `select reference as key from admin_activity where status = 'success' and action = any ($1)`,
      [writes],
    )
    return rows.map(({ key }) => key).toSorted()
  } finally {
    await client.end()
  }
}
