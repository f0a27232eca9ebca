import type { BrowserContext, Page } from '@playwright/test'
import { callApi, tokenOf } from '../support/api'
import {
  blockServer,
  expectTitle,
  expectToast,
  navigate,
  title,
  unblockServer,
  watchCalls,
} from '../support/portal'
import type { Server } from '../support/server'
import { superadmin } from '../support/signIn'
import { dumpStores, storesContaining } from '../support/storage'
import { expect, noNetwork, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ as: superadmin })

const unconfirmed = sentences.notConfirmed
const check = (page: Page) => page.getByRole('button', { name: 'Check' })
const note = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

async function fillIn(page: Page, name: string, email: string, phone: string) {
  if (page.url() === 'about:blank') await page.goto('/agents/create')
  else await navigate(page, '/agents/create')
  await expectTitle(page, 'Create Agent')
  await page.getByLabel('Full Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone Number').fill(phone)
  await page.getByLabel('State').selectOption('Lagos')
  await page.getByLabel('LGA').selectOption('Ikeja')
}

const create = (page: Page) => page.getByRole('button', { name: 'Create Agent' }).click()

/** Cuts the connection before the change reaches the server, or after the server has made it. */
const cutConnection = (context: BrowserContext, when: 'before' | 'after') =>
  context.route('**/api/admin/addagent', async (route) => {
    if (when === 'after') await route.fetch()
    await route.abort()
  })

/** Closes the tab without the prompt for unsaved entries. */
async function closeTab(page: Page) {
  const context = page.context()
  await page.close()
  const fresh = await context.newPage()
  await fresh.goto('/dashboard')
  await expect(title(fresh)).toBeVisible()
  return fresh
}

test.beforeEach(({ faults }) => faults.expect(noNetwork, /favicon\.ico/))

/** Returns the tab that it ends in. */
async function loseReply(page: Page, context: BrowserContext, server: Server) {
  const { sent, stop } = watchCalls(context)
  await cutConnection(context, 'after')
  await fillIn(page, 'Ireti Unsure', 'ireti.unsure@agents.alajo.test', '08030000051')
  await create(page)
  await expectToast(page, unconfirmed)
  await context.unroute('**/api/admin/addagent')

  const fresh = await closeTab(page)
  const pendingNote = note(fresh, unconfirmed)
  await expect(pendingNote).toContainText('Create Agent')
  const key = sent.find(({ path }) => path === 'addagent')?.key ?? ''
  await expect(pendingNote).toContainText(`Reference ${key}`)
  await check(fresh).click()
  const outcome = note(fresh, 'Create Agent: ireti.unsure@agents.alajo.test: this was done, once')
  await expect(outcome).toContainText(sentences.agentCreated)
  await expect(pendingNote).toHaveCount(0)
  const posted = sent.filter(({ path }) => path === 'addagent')
  expect(posted.map((one) => one.key)).toEqual([key, key])
  const { data } = await callApi(server, await tokenOf(fresh), 'getagents', {
    page: 1,
    search: 'Ireti Unsure',
  })
  expect(data.total).toBe(1)
  // Resolved: the next start shows nothing.
  await fresh.reload()
  await expectTitle(fresh, 'Dashboard')
  await expect(fresh.getByText('Updated just now')).toBeVisible()
  await expect(note(fresh, 'Create Agent')).toHaveCount(0)
  stop()
  return fresh
}

test('Check reports whether an unconfirmed change was made; unconfirmed changes are stored encrypted', async ({
  page: first,
  context,
  server,
}) => {
  const page = await test.step('made once, after a reload, when its reply was lost', () =>
    loseReply(first, context, server))

  await test.step('not made, when its request was lost; it can be sent again', async () => {
    const { sent, stop } = watchCalls(context)
    await cutConnection(context, 'before')
    await fillIn(page, 'Ireti Never', 'ireti.never@agents.alajo.test', '08030000052')
    await create(page)
    await expectToast(page, unconfirmed)
    await context.unroute('**/api/admin/addagent')
    await check(page).click()
    await expect(note(page, 'Create Agent: ireti.never@agents.alajo.test: this was not done')).toContainText(
      'You can try again.',
    )
    // The form keeps its entries; sending them now is a new intent.
    await create(page)
    await expectToast(page, sentences.agentCreated)
    const keys = sent.filter(({ path }) => path === 'addagent').map(({ key }) => key)
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(2)
    const search = { page: 1, search: 'Ireti Never' }
    const { data } = await callApi(server, await tokenOf(page), 'getagents', search)
    expect(data.total).toBe(1)
    stop()
  })

  await test.step('stored encrypted, and checked only with a connection', async () => {
    await expectTitle(page, 'Agents')
    await fillIn(page, 'Ireti Sealed', 'ireti.sealed@agents.alajo.test', '08030000053')
    await blockServer(context)
    await create(page)
    await expect(note(page, unconfirmed).first()).toContainText('ireti.sealed@agents.alajo.test')
    await expect(check(page)).toBeDisabled()
    await unblockServer(context)
    const fresh = await closeTab(page)
    await expect(check(fresh)).toBeEnabled()
    const dump = await dumpStores(fresh)
    expect(Object.keys(dump).some((place) => place.endsWith('/intents'))).toBe(true)
    expect(storesContaining(dump, ['ireti', 'sealed@', '08030000053', 'addAgent'])).toEqual([])
  })
})
