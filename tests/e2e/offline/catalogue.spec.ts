import type { Page } from '@playwright/test'
import { routes } from '#routing/routes'
import { sliceOf } from '../../server/support/rounds'
import { callApi, revoke, tokenOf } from '../support/api'
import { blockServer, expectTitle, navigate, unblockServer } from '../support/portal'
import { allRoutes, headingOf, stateFor } from '../support/routeTable'
import { logOut, signIn, superadmin, supervisor, unlock } from '../support/signIn'
import { blockSavedPages, permissionsAreSaved, storesContaining } from '../support/storage'
import { endedSession, expect, noNetwork, test } from '../support/test'

const catalogueKey = 'alajo.catalogue'
/** Settings of the device, times, and the id of the admin. */
const settings = /^(alajo\.(alive|auth|clock\.ahead|reached|sealed|instant)|mui-(mode|color-scheme.*))$/

/** All lists, and some of the other screens. */
const walked = [
  ...allRoutes.filter(([, { menu }]) => menu),
  ...sliceOf(allRoutes.filter(([, { menu }]) => !menu)),
]

const localValues = (page: Page) =>
  page.evaluate((): Record<string, string> => Object.fromEntries(Object.entries(localStorage)))
const expectNone = (page: Page) =>
  expect.poll(async () => Object.keys(await localValues(page))).not.toContain(catalogueKey)
const expectKept = (page: Page, words: string) =>
  expect.poll(async () => (await localValues(page))[catalogueKey]).toContain(words)

/** Notes the text of an element in the first frame that has it. */
function noteFirstText(selector: string) {
  const note = () => {
    const shown = document.querySelector(selector)
    if (shown) Object.assign(window, { firstText: shown.textContent })
    else requestAnimationFrame(note)
  }
  requestAnimationFrame(note)
}
const firstText = async (page: Page) =>
  (await page.waitForFunction(() => (window as unknown as { firstText?: string }).firstText)).jsonValue()

type Person = { name: string; email?: string; phone_number: string; reference?: string }
const wordsOf = ({ name, email, phone_number, reference }: Person) =>
  [name, email, phone_number, reference].filter((word) => word !== undefined)

test('the catalogue in localStorage', async ({ page, context, server, sample, faults }) => {
  // A page without the app declares no icon.
  faults.expect(noNetwork, endedSession, /favicon\.ico/)
  await signIn(page, server, superadmin)
  const token = await tokenOf(page)
  const read = async (path: string, body: object = {}) => (await callApi(server, token, path, body)).data
  const [{ name: loanType }] = await read('getloantype')
  const { types: savingTypes }: { types: { name: string }[] } = await read('getsavingchoices')
  const savingOpen = stateFor(routes.savingOpen, sample)

  await test.step('names nobody after a day’s screens, beside settings and times', async () => {
    const people: Person[] = [
      ...(await read('getcustomers', { page: 1 })).data,
      ...(await read('getagents', { page: 1 })).data,
      ...(await read('getadmins')),
    ]
    for (const [name, route] of walked) {
      await navigate(page, route.path, stateFor(route, sample))
      await expectTitle(page, headingOf(name))
      await expect(page.getByLabel('Loading')).toHaveCount(0)
    }
    await navigate(page, routes.savingOpen.path, savingOpen)
    await expect(page.getByLabel('Saving Type')).toBeVisible()
    await expectKept(page, 'getSavingChoices')
    const { [catalogueKey]: catalogue = '', ...others } = await localValues(page)
    expect(Object.keys(others).filter((key) => !settings.test(key))).toEqual([])
    const { replies } = JSON.parse(catalogue)
    const names = replies.map(({ queryKey }: { queryKey: string[] }) => queryKey.slice(0, 2).join('.'))
    const allowed = [
      'calendar.getCalendar',
      'loans.getLoanType',
      'savings.getSavingChoices',
      'savings.getSavingType',
    ]
    expect(allowed).toEqual(expect.arrayContaining(names))
    const words = [...people.flatMap(wordsOf), /(?<!\d)(0|\+?234)[789][01]\d{8}(?!\d)/, /@\w/]
    expect(storesContaining({ ...others, catalogue }, words)).toEqual([])
    // Amounts are those of the types alone; the names of their fields are checked in contract/calls.test.ts.
    expect(storesContaining(others, [/₦|\d\.\d\d\b/])).toEqual([])
    // Checks the search itself.
    expect(storesContaining({ catalogue }, [loanType])).toHaveLength(1)
  })

  await test.step('fills a select at the first paint, offline', async () => {
    await page.addInitScript(noteFirstText, '#content select')
    await blockServer(context)
    await page.reload()
    expect(await firstText(page)).toContain(savingTypes[0]?.name)
    await unblockServer(context)
  })

  await test.step('is on the dashboard at the first paint, before saved pages can be read', async () => {
    await page.goto('/dashboard')
    await expectKept(page, loanType)
    await permissionsAreSaved(page)
    const other = await context.newPage()
    await other.goto('/healthz')
    await blockSavedPages(other)
    await blockServer(context)
    const restarted = await context.newPage()
    await restarted.addInitScript(noteFirstText, '#content:has(h1)')
    await restarted.goto('/dashboard')
    expect(await firstText(restarted)).toContain(loanType)
    await expect(restarted.getByText('Total Customers')).toBeVisible()
    await unblockServer(context)
    await other.close()
    await restarted.close()
  })

  await test.step('is gone after Lock, and when the server ends the session', async () => {
    await page.goto('/dashboard')
    await expectKept(page, loanType)
    await page.getByRole('button', { name: 'Lock', exact: true }).click()
    await expectTitle(page, 'Locked')
    await expectNone(page)
    await unlock(page)
    await expectTitle(page, 'Dashboard')
    await expectKept(page, loanType)
    await revoke(server, await tokenOf(page))
    await navigate(page, '/agents/list')
    await expectTitle(page, 'Sign In')
    await expectNone(page)
  })

  await test.step('is not of the admin before, and gone after Log out', async () => {
    await signIn(page, server, supervisor)
    await expectKept(page, loanType)
    expect((await localValues(page))[catalogueKey]).not.toContain('getSavingChoices')
    await logOut(page, supervisor)
    await expectTitle(page, 'Sign In')
    await expectNone(page)
  })
})
