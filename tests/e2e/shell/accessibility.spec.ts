import { expectAccessible, expectAccessibleEverywhere, expectNoSidewaysScroll } from '../support/axe'
import { expectTitle, openFromMenu, expectToast, rowOf, waitForServiceWorker } from '../support/portal'
import { reachTokenStep, superadmin, supervisor } from '../support/signIn'
import { expect, noNetwork, test } from '../support/test'
import { sentences } from '../../sentences'

test('before sign-in: both steps, and the not-found page', async ({ page, server }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText(sentences.emailRequired)).toBeVisible()
  await expectAccessibleEverywhere(page, 'sign-in')
  await expectNoSidewaysScroll(page)

  await reachTokenStep(page, server, supervisor)
  await expectAccessibleEverywhere(page, 'token step')
  await expectNoSidewaysScroll(page)

  await page.goto('/no/such/page')
  await expectTitle(page, '404 Page Not Found')
  await expectAccessibleEverywhere(page, 'not found')
  await expectNoSidewaysScroll(page)
})

/** routes.spec.ts checks each single screen. */
test.describe('signed in', () => {
  test.use({ as: superadmin })

  test.describe('without a network', () => {
    test.use({ serviceWorkers: 'allow' })

    test('saved rows, an unsaved page, a disabled form', async ({ page, context, faults }) => {
      faults.expect(noNetwork)
      await page.goto('/agents/list')
      await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible()
      await waitForServiceWorker(page)
      await context.setOffline(true)
      await expect(page.getByText(sentences.offline)).toBeVisible()
      await expectAccessibleEverywhere(page, 'a list offline')
      await expectNoSidewaysScroll(page)
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.getByRole('link', { name: 'Create Agents' }).click()
      await expect(page.getByText(sentences.changesNeedConnection, { exact: true })).toBeVisible()
      await expectAccessibleEverywhere(page, 'a form offline')
      await page.setViewportSize({ width: 1280, height: 800 })
      await openFromMenu(page, 'Agents', 'Agents Activity')
      await expect(page.getByText(sentences.notSaved)).toBeVisible()
      await expectAccessibleEverywhere(page, 'a page that is not saved')
    })
  })

  test('menus, dialogs, messages and the drawer', async ({ page }) => {
    await page.goto('/agents/list')
    await rowOf(page, 'Adaeze Okonkwo')
      .getByRole('button', { name: /More actions/ })
      .click()
    await expectAccessible(page, 'the menu of a row')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Columns' }).click()
    await expectAccessible(page, 'the column chooser')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Account/ }).click()
    await expectAccessible(page, 'the account menu')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expectToast(page, 'Please enter reference to search')
    await expectAccessible(page, 'a message')
    const menu = page.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('button', { name: 'Loan' }).click()
    await expect(menu.getByRole('link', { name: 'Guarantors' })).toBeVisible()
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page, `an open section, ${colorScheme}`)
    }
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Create Agents' }).click()
    await page.getByLabel('Full Name').fill("O'Neil")
    await page.getByRole('button', { name: 'Create Agent' }).click()
    await expectAccessibleEverywhere(page, 'a form with faults')
    await page.getByRole('link', { name: 'Back to agents' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, 'a question')
    await page.getByRole('button', { name: 'Leave' }).click()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await expectAccessible(page, 'the drawer')
  })
})
