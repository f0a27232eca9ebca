import type { Browser, BrowserContext, Page } from '@playwright/test'
import { tokenIn } from '../support/api'
import { credit, type Intent } from '../support/intents'
import { navigate, pingServer, title } from '../support/portal'
import type { Server } from '../support/server'
import { superadmin } from '../support/signIn'
import { Tablet } from '../support/tablet'
import { expect, test } from '../support/test'
import { sentences } from '../../sentences'

const banner = (page: Page) => page.getByText(sentences.offline)
const unconfirmed = sentences.notConfirmed
/** After four seconds without a reply the portal pings, with a timeout of six seconds; both by the page's clock. */
const silence = 2_000

/** Advances the page's clock second by second until the condition holds. */
const eventually = (tablet: Tablet, expectation: () => Promise<void>) =>
  expect(async () => {
    await tablet.advanceClock(silence)
    await expectation()
  }).toPass({ intervals: [300], timeout: 60_000 })

type StoredState = Awaited<ReturnType<BrowserContext['storageState']>>
type Place = { browser: Browser; server: Server; session: (actor: typeof superadmin) => Promise<StoredState> }

async function openTablet({ browser, server, session }: Place) {
  const stored = await session(superadmin)
  const [portal] = stored.origins
  if (!portal) throw new Error('No admin is signed in.')
  const signedIn = async (origin: string) => ({ ...stored, origins: [{ ...portal, origin }] })
  return { tablet: await Tablet.open(browser, server, signedIn), token: tokenIn(stored) }
}

test('a server that accepts calls without replying, or replies late', { tag: '@long' }, async ({
  browser,
  server,
  session,
  sample,
}) => {
  const { tablet, token } = await openTablet({ browser, server, session })
  const desk = { server, token, sample }
  await test.step('is detected: saved rows, banner, reason', () => detectSilence(tablet))
  await test.step('a change becomes unconfirmed without a reply, and Check reports that it was made once', () =>
    checkSilentChange(tablet, credit(desk, 4_321_987)))
  await test.step('a change waits for a slow reply while the server answers pings', () =>
    waitForSlowChange(tablet, credit(desk, 4_321_988)))
  await tablet.close()
})

async function detectSilence(tablet: Tablet) {
  const { page, proxy } = tablet
  await navigate(page, '/customer/list')
  const row = page.locator('[role=row][data-id]').first()
  await expect(row).toBeVisible()
  await navigate(page, '/dashboard')

  // Each time another list that is not saved.
  for (const [fault, path, heading] of [
    ['silent', '/agents/list', 'Agents'],
    ['trickle', '/agents/target', 'Agents Targets'],
  ] as const)
    await test.step(fault, async () => {
      proxy.state.always = fault
      await navigate(page, path)
      await expect(title(page)).toHaveText(heading)
      await eventually(tablet, () => expect(banner(page)).toBeVisible({ timeout: 1 }))
      await eventually(tablet, () =>
        expect(page.getByText(sentences.connectToOpen).first()).toBeVisible({ timeout: 1 }),
      )
      await tablet.advanceClock(60_000)
      await navigate(page, '/customer/list')
      await expect(row).toBeVisible()
      await expect(banner(page)).toBeVisible()

      proxy.state.always = undefined
      await pingServer(page)
      await expect(banner(page)).toHaveCount(0)
      await expect(row).toBeVisible()
    })
}

async function checkSilentChange(tablet: Tablet, intent: Intent) {
  const { page, proxy } = tablet
  await intent.prepare(page)
  proxy.state.always = 'silent'
  await intent.press(page)
  const notice = page.getByRole('alert').filter({ hasText: unconfirmed }).first()
  await eventually(tablet, () => expect(notice).toBeVisible({ timeout: 1 }))
  await expect(banner(page)).toBeVisible()
  const check = page.getByRole('button', { name: 'Check' })
  await expect(check).toBeDisabled()
  proxy.state.always = undefined
  await pingServer(page)
  await check.click()
  await expect(page.getByRole('alert').filter({ hasText: 'this was done, once' })).toBeVisible()
  expect(await intent.countEffects()).toBe(1)
}

async function waitForSlowChange(tablet: Tablet, intent: Intent) {
  const { page, proxy } = tablet
  await intent.prepare(page)
  proxy.state.nextChange = 'silent'
  proxy.state.silentMs = 8_000
  await intent.press(page)
  const waiting = page.getByRole('button', { name: 'Please wait…' })
  await expect(waiting).toBeVisible()
  // Longer than both timeouts together; each ping is answered meanwhile.
  for (let passed = 0; passed < 16_000; passed += silence) {
    await tablet.advanceClock(silence)
    await page.waitForTimeout(200)
  }
  await expect(waiting).toBeVisible()
  await expect(banner(page)).toHaveCount(0)
  await expect(page.getByRole('alert').filter({ hasText: unconfirmed })).toHaveCount(0)
  await expect.poll(() => intent.reportsSuccess(page)).toBe(true)
  expect(await intent.countEffects()).toBe(1)
}
