import type { Page } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/axe'
import {
  blockServer,
  expectTitle,
  expectToast,
  navigate,
  reconnect,
  rowOf,
  toggleDenseRows,
} from '../support/portal'
import { mainAdmin, supervisor } from '../support/signIn'
import { expect, longStep, noNetwork, test } from '../support/test'
import { sentences } from '../../sentences'

// So wide that all columns of a list fit.
test.use({ as: mainAdmin, viewport: { width: 2000, height: 900 } })

const tool = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name })
const view = (page: Page, name: string | RegExp) => page.getByRole('menuitemradio', { name })
const act = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })
const heading = (page: Page, name: string) =>
  page.getByRole('grid').getByRole('columnheader', { name, exact: true })

test('a view of a list is saved, chosen, shared with a role, and chosen offline', async ({
  page,
  context,
  session,
  browser,
  server,
  faults,
}) => {
  faults.expect(noNetwork)
  await page.goto('/customer/list?search=Ade&sort=name&order=desc')
  await expect(heading(page, 'State')).toBeVisible()

  await test.step('saves filters, order, columns and density under a name, by keyboard', async () => {
    await tool(page, 'Columns').click()
    await page.getByRole('menuitemcheckbox', { name: 'State' }).click()
    await page.keyboard.press('Escape')
    await toggleDenseRows(page, true)
    await tool(page, 'Views').press('Enter')
    await expect(view(page, 'All rows')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByLabel('Name of the view').press('Enter')
    await expect(page.getByText('Enter a name for the view.')).toBeVisible()
    await page.getByLabel('Name of the view').fill('Families of Ade')
    await page.keyboard.press('Enter')
    await expectToast(page, 'View saved.')
    await expect(page).toHaveURL(/\?search=Ade&sort=name&order=desc&view=\d+$/)
    await expect(tool(page, 'View: Families of Ade')).toBeVisible()
  })

  await test.step('all rows have the columns of this device; the view brings its own', async () => {
    await tool(page, /^View: /).click()
    await view(page, 'All rows').click()
    await expect(page).toHaveURL('/customer/list')
    await toggleDenseRows(page, false)
    await tool(page, 'Columns').click()
    await page.getByRole('menuitemcheckbox', { name: 'State' }).click()
    await page.keyboard.press('Escape')
    await expect(heading(page, 'State')).toBeVisible()
    await tool(page, 'Views').click()
    await view(page, 'Families of Ade').click()
    await expect(heading(page, 'State')).toHaveCount(0)
    await expect(heading(page, 'Full Name')).toHaveAttribute('aria-sort', 'descending')
    await toggleDenseRows(page, false)
  })

  await test.step('a change is marked and can be kept; the list opens with the view', async () => {
    await heading(page, 'Reference').click()
    await tool(page, 'View: Families of Ade, changed').click()
    await act(page, 'Update “Families of Ade”').click()
    await expectToast(page, 'View updated.')
    await tool(page, 'View: Families of Ade').click()
    await page.getByRole('menuitemcheckbox', { name: 'Open with This View' }).click()
    await expectToast(page, sentences.viewIsDefault)
    await navigate(page, '/agents/list')
    await expectTitle(page, 'Agents')
    await navigate(page, '/customer/list')
    await expect(page).toHaveURL(/\?search=Ade&sort=reference&order=asc&view=\d+$/)
    await tool(page, /^View: /).click()
    await view(page, 'All rows').click()
    await expect(page).toHaveURL('/customer/list?view=all')
    await expect(rowOf(page, 'CU-003000')).toBeVisible()
  })

  await test.step('its role sees it after it is shared, on another device, and can change nothing', async () => {
    await tool(page, 'Views').click()
    await view(page, /^Families of Ade/).click()
    await tool(page, /^View: /).click()
    await act(page, 'Share…').click()
    await page.getByLabel('Role').selectOption('Supervisor')
    await page.getByRole('button', { name: 'Share View' }).click()
    await expectToast(page, 'View shared with Supervisor.')
    const other = await browser.newContext({ baseURL: server.url, storageState: await session(supervisor) })
    const theirs = await other.newPage()
    await theirs.goto('/customer/list')
    await tool(theirs, 'Views').click()
    await view(theirs, /^Families of Ade/).click()
    await expect(theirs).toHaveURL(/search=Ade/)
    await expect(heading(theirs, 'State')).toHaveCount(0)
    await tool(theirs, /^View: /).click()
    await expect(act(theirs, 'Save as New View…')).toBeVisible()
    await expect(act(theirs, 'Delete…')).toHaveCount(0)
    await other.close()
  })

  await longStep('is in the tools of a phone, and accessible', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Filters and tools' }).click()
    await tool(page, /^View: /).click()
    await expectAccessibleEverywhere(page, 'the views of a list')
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('offline the saved rows of a view are shown, and views are not changed', async () => {
    const first = page.locator('[role=gridcell][data-field="name"]').first()
    // Waits for the table, which the phone of the long run showed as cards.
    const name = await first.innerText()
    await expect(page.getByText(/Page 1 of \d+ saved/)).toBeVisible()
    await blockServer(context)
    await page.goto('/customer/list?view=all')
    await expect(page.getByText(sentences.offline)).toBeVisible()
    await tool(page, 'Views').click()
    await expect(page.getByText('Changes of views need a connection.')).toBeVisible()
    await view(page, /^Families of Ade/).click()
    await expect(first).toHaveText(name)
    await reconnect(page, context)
  })

  await test.step('is renamed and deleted by its owner', async () => {
    await tool(page, /^View: /).click()
    await act(page, 'Rename…').click()
    await page.getByLabel('Name of the view').fill('Ade')
    await page.getByRole('button', { name: 'Rename View' }).click()
    await expectToast(page, 'View renamed.')
    await tool(page, 'View: Ade').click()
    await act(page, 'Delete…').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete View' }).click()
    await expectToast(page, 'View deleted.')
    await expect(page).toHaveURL('/customer/list?search=Ade&sort=reference&order=asc')
    await tool(page, 'Views').click()
    await expect(page.getByRole('menuitemradio')).toHaveText(['All rows'])
  })
})
