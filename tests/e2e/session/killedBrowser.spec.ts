import { mkdtemp, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { isRevoked, tokenOf } from '../support/api'
import { blockServer, expectTitle, savedDatabases, title, unblockServer } from '../support/portal'
import { launch } from '../support/profile'
import type { Server } from '../support/server'
import { logOut, signIn, supervisor, unlock } from '../support/signIn'
import { openAndSaveList, savedRow, saveList } from '../support/storage'
import { expect, noNetwork, test } from '../support/test'

/** The number of kills after Lock and after Log out (`npm run test:soak -- lock 30`); by default a few. */
const kills = Number(process.env.LOCK_KILLS ?? 0)
/** Chromium writes localStorage and cookies to disk within half a minute. */
const writtenAfterMs = 35_000
const latestKillMs = 40_000
const atOnce = 8

/** How the session gets to the disk: by waiting, by a restart, or when the browser of the earlier round closed. */
type Settle = 'wait' | 'restart' | 'earlier round'
type Round = { end: 'Lock' | 'Log out'; offline: boolean; afterMs: number; settle: Settle }

const long: Round[] = Array.from({ length: kills * 2 }, (_, at) => ({
  end: at % 2 === 0 ? 'Lock' : 'Log out',
  offline: at % 4 > 1,
  afterMs: Math.round(Math.random() * latestKillMs),
  settle: 'wait',
}))
/** In one profile: the first round unlocks the session that the second one ends. */
const slice: Round[] = [
  { end: 'Lock', offline: false, afterMs: 2000, settle: 'restart' },
  { end: 'Log out', offline: true, afterMs: 0, settle: 'earlier round' },
]

/** Kills every process of this browser at once, as a power loss does. */
async function kill(folder: string, context: BrowserContext) {
  const owner = await readlink(path.join(folder, 'SingletonLock'))
  const closed = context.waitForEvent('close')
  process.kill(-Number(owner.slice(owner.lastIndexOf('-') + 1)), 'SIGKILL')
  await closed
}

/** A new sign-in token cancels the previous one: sign-ins of one account run in sequence. */
let lastSignIn: Promise<unknown> = Promise.resolve()
function signInSequentially(page: Page, server: Server) {
  const current = lastSignIn.then(() => signIn(page, server, supervisor))
  lastSignIn = current.catch(() => undefined)
  return current
}

/** Requests that carry the token of the ended session. */
function callsWith(token: string, context: BrowserContext): string[] {
  const urls: string[] = []
  context.on('request', (request) => {
    if (JSON.stringify([request.headers(), request.postData()]).includes(token)) urls.push(request.url())
  })
  return urls
}

/** Signs in, locks or logs out, kills the browser and restarts it. Returns the fault found, or undefined. */
async function runRound(
  { end, offline, afterMs, settle }: Round,
  server: Server,
  folder: string,
): Promise<string | undefined> {
  let context = await launch(folder, server)
  try {
    let page = await context.newPage()
    if (settle === 'earlier round') await saveList(page)
    else {
      await signInSequentially(page, server)
      await openAndSaveList(page)
    }
    if (settle === 'wait') await wait(writtenAfterMs)
    else if (settle === 'restart') {
      await context.close()
      context = await launch(folder, server)
      page = await context.newPage()
      await saveList(page)
    }
    const token = await tokenOf(page)
    if (offline) await blockServer(context)
    if (end === 'Lock') await page.getByRole('button', { name: 'Lock', exact: true }).click()
    else await logOut(page, supervisor)
    const startTitle = end === 'Lock' ? 'Locked' : 'Sign In'
    await expectTitle(page, startTitle)
    await wait(afterMs)
    await kill(folder, context)

    context = await launch(folder, server)
    if (offline) await blockServer(context)
    const sent = callsWith(token, context)
    page = await context.newPage()
    await page.goto('/agents/list')
    await expect(title(page)).toBeVisible()
    await wait(1000)
    const shown = await title(page).innerText()
    if (shown !== startTitle) return `started at '${shown}'`
    if (sent.length > 0) return `the token was sent to ${sent.join()}`
    if (end === 'Lock') {
      await unlock(page)
      await expect(savedRow(page)).toBeVisible()
      return (await isRevoked(server, token)) ? 'the locked session was revoked' : undefined
    }
    if (offline) await unblockServer(context)
    await expect.poll(() => isRevoked(server, token), { timeout: 60_000, message: 'revoked' }).toBe(true)
    return (await savedDatabases(page)).length > 0 ? 'saved data is left' : undefined
  } catch (error) {
    return String(error)
  } finally {
    await context.close()
  }
}

test('a browser killed after Lock or Log out restarts locked or signed out', async ({ server, faults }) => {
  faults.expect(noNetwork)
  const rounds = kills > 0 ? long : slice
  test.setTimeout(300_000 + (rounds.length * 150_000) / Math.min(atOnce, rounds.length))
  const waiting = [...rounds]
  const wrong: string[] = []
  const work = async () => {
    const folders: string[] = []
    for (let round = waiting.shift(); round; round = waiting.shift()) {
      if (round.settle !== 'earlier round') folders.push(await mkdtemp(path.join(tmpdir(), 'alajo-killed-')))
      const fault = await runRound(round, server, folders.at(-1) ?? '')
      const line = `${round.end}, ${round.offline ? 'offline' : 'online'}, killed after ${(round.afterMs / 1000).toFixed(1)} s: ${fault ?? 'closed'}`
      if (kills > 0) process.stdout.write(`${line}\n`)
      if (fault) wrong.push(line)
    }
    for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  await Promise.all(Array.from({ length: kills > 0 ? atOnce : 1 }, work))
  expect(wrong).toEqual([])
})
