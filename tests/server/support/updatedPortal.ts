import { chromium, type Page } from 'playwright'
import { expect } from 'vitest'
import { demoPassword } from '#server/demo/demo'
import { browserFlags, findHeadlessBrowser } from '../../../config/browser.mjs'
import { checkForUpdate, releaseOf } from '../../e2e/support/otherRelease'

type Node = { output: { out: string } }

/** The portal of several servers in a browser, signed in, with its service worker, while they are replaced. */
export async function openUpdatedPortal(url: string, nodes: readonly Node[]) {
  const browser = await chromium.launch({ executablePath: findHeadlessBrowser(), args: browserFlags })
  const page = await browser.newPage({ baseURL: url })
  page.setDefaultTimeout(60_000)
  const tokens = () =>
    nodes.flatMap(({ output }) => [...output.out.matchAll(/Sign-in token for superadmin@\S+: (\d{6})/g)])
  await signIn(page, tokens)
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  const badge = page.getByRole('button', { name: 'Update ready' })

  async function expectWorks() {
    await page.goto('/customer/list')
    await page.getByRole('row').nth(2).waitFor()
    expect(await page.getByRole('alert').allTextContents()).toEqual([])
  }
  return {
    expectWorks,
    /** The portal of the new servers waits for the badge; the old one works until it is pressed. */
    expectUpdate: async () => {
      await checkForUpdate(page)
      await badge.waitFor()
      await expectWorks()
      expect(await releaseOf(page)).toBe('first')
      const reloaded = page.waitForEvent('load')
      await badge.click()
      await reloaded
      await expectWorks()
      expect(await releaseOf(page)).toBe('next')
      expect(await badge.count()).toBe(0)
    },
    close: () => browser.close(),
  }
}

async function signIn(page: Page, tokens: () => RegExpMatchArray[]) {
  const before = tokens().length
  await page.goto('/')
  await page.getByLabel('Email').fill('superadmin@alajo.test')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('heading', { name: 'Verify Token' }).waitFor()
  await expect.poll(() => tokens().length).toBeGreaterThan(before)
  // The newest: both servers print theirs.
  await page.getByLabel('Token').fill(tokens().at(-1)?.[1] ?? '')
  await page.getByRole('button', { name: 'Verify Token' }).click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
}
