import type { BrowserContext, Page } from '@playwright/test'
import { callApi, tokenIn } from '../support/api'
import {
  chooseAction,
  chooseAdmin,
  expectTitle,
  expectToast,
  fact,
  mapRows,
  navigate,
  rowOf,
  toast,
  watchCalls,
} from '../support/portal'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ as: superadmin })

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const alert = (page: Page) => page.getByRole('main').getByRole('alert')
const cards = (page: Page) => page.getByRole('main').getByRole('listitem')
const search = (page: Page) => page.getByLabel('Name, e-mail or phone')

test.describe('admins', { tag: '@long' }, () => {
  test.beforeEach(({ page }) => page.goto('/admin/list'))

  test('Create Admin: rejects an empty name, an invalid e-mail and phone; warns of unusual letters and accepts them', async ({
    page,
    context,
    server,
  }) => {
    const { sent } = watchCalls(context)
    await page.getByRole('link', { name: 'Create Admin' }).click()
    await expectTitle(page, 'Create Admin')
    await button(page, 'Create Admin').click()
    await expect(field(page, 'Full Name')).toHaveAccessibleDescription(sentences.fullNameEmpty)
    await expect(field(page, 'Email')).toHaveAccessibleDescription('Enter valid email address')
    await expect(field(page, 'Phone Number')).toHaveAccessibleDescription(sentences.phoneDigits)
    await expect(field(page, 'Full Name')).toBeFocused()

    await field(page, 'Full Name').fill("Bola D'Almeida 2nd")
    await expect(page.getByText(sentences.fullNameLetters)).toBeVisible()
    expect(sent.filter(({ path }) => path === 'createadmins')).toEqual([])

    await field(page, 'Email').fill('bola@alajo.test')
    await field(page, 'Phone Number').fill('08030000071')
    await button(page, 'Create Admin').click()
    await expectToast(page, 'Admin created.')
    await expectTitle(page, 'Administrators')
    await expect(cards(page).first()).toContainText("Bola D'Almeida 2nd")
    await expect(cards(page).first()).toContainText('NO ROLE YET')
    await expect.poll(() => server.mailsTo('bola@alajo.test')).toHaveLength(1)

    await page.getByRole('link', { name: 'Create Admin' }).click()
    await field(page, 'Full Name').fill('Bola Again')
    await field(page, 'Email').fill('bola@alajo.test')
    await field(page, 'Phone Number').fill('08030000072')
    await button(page, 'Create Admin').click()
    await expectToast(page, sentences.adminEmailTaken)
    await expect(alert(page)).toHaveCount(0)
    await expect(field(page, 'Full Name')).toHaveValue('Bola Again')
  })

  test('Update Admin: changes the phone number; name and e-mail are read-only', async ({
    page,
    server,
    session,
  }) => {
    const admins = await callApi(server, tokenIn(await session(superadmin)), 'getadmins', {})
    const other = admins.data.find(({ name }: { name: string }) => name === 'Lekan Odutola')
    await chooseAdmin(page, 'Rotimi Falade', 'Update')
    await expectTitle(page, 'Update Admin')
    await expect(field(page, 'Full Name')).toHaveValue('Rotimi Falade')
    for (const label of ['Full Name', 'Email']) await expect(field(page, label)).toHaveAttribute('readonly')
    await field(page, 'Phone Number').fill('0805')
    await button(page, 'Update Admin').click()
    await expect(page.getByText(sentences.phoneDigits)).toBeVisible()
    await field(page, 'Phone Number').fill(other.phone_number)
    const shared = 'Lekan Odutola has this phone number too.'
    await expect(field(page, 'Phone Number')).toHaveAccessibleDescription(shared)
    await button(page, 'Update Admin').click()
    const question = page.getByRole('dialog', { name: sentences.phoneTwice })
    await expect(question).toContainText(shared)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toHaveCount(0)
    await field(page, 'Phone Number').fill('08030000073')
    await button(page, 'Update Admin').click()
    await expectToast(page, sentences.adminUpdated)
    await expectTitle(page, 'Administrators')
    await search(page).fill('Rotimi')
    await expect(rowOf(page, 'Rotimi Falade')).toContainText('08030000073')
  })

  test('Reset Administrator Password: mails a one-time password, and returns to the list', async ({
    page,
    server,
  }) => {
    await chooseAdmin(page, 'Nasiru Zubair', 'Reset Password')
    await expectTitle(page, 'Reset Administrator Password')
    await expect(page.getByText('A one-time password is sent to nasiru.zubair@alajo.test.')).toBeVisible()
    await button(page, 'Reset Password').click()
    await expectToast(page, sentences.adminPasswordSent)
    await expectTitle(page, 'Administrators')
    await expect.poll(() => server.mailsTo('nasiru.zubair@alajo.test')).toHaveLength(1)
  })

  test('shows which actions an admin cannot take on their own account', async ({ page }) => {
    for (const [action, act, reason] of [
      ['Delete', 'Delete Admin', sentences.ownAccount],
      ['Reset Password', 'Reset Password', 'Change your own password under Settings.'],
      ['Assign Permission', 'Assign permissions', 'You cannot change your own permissions.'],
    ] as const) {
      await chooseAdmin(page, 'Ngozi Afolabi', action)
      await expect(button(page, act)).toBeDisabled()
      await expect(button(page, act)).toHaveAccessibleDescription(reason)
    }
  })

  test('deletes an admin, reactivates it, and deletes it permanently', ({ page, context }) =>
    deleteAdmin(page, context))

  test('Reactivate Admin Account unlocks a locked account only', ({ page, context }) =>
    unlockAdmin(page, context))
})

async function deleteAdmin(page: Page, context: BrowserContext) {
  await test.step('Non-Active Administration: shows a message when empty', async () => {
    await context.route('**/api/admin/deletedadmins', (route) =>
      route.fulfill({ json: { status: '200', message: 'Success', data: [] } }),
    )
    await navigate(page, '/admin/list/inactive')
    await expect(page.getByText('No inactive admin found')).toBeVisible()
    await context.unroute('**/api/admin/deletedadmins')
  })

  const name = 'Oluchi Ezenwa'
  const deleteOnce = async () => {
    await chooseAdmin(page, name, 'Delete')
    await expectTitle(page, 'Delete Admin')
    await expect(fact(page, 'Full Name')).toHaveText(name)
    await expect(fact(page, 'Email')).toHaveText('oluchi.ezenwa@alajo.test')
    await button(page, 'Delete Admin').click()
    await expect(toast(page, sentences.adminDeleted).last()).toBeVisible()
    await expectTitle(page, 'Administrators')
    await search(page).fill(name)
    await expect(page.getByText('No data matches your current filters')).toBeVisible()
  }
  await deleteOnce()

  await chooseAdmin(page, name, 'Reactivate', '/admin/list/inactive')
  await expectTitle(page, 'Reactivate Admin')
  await expect(fact(page, 'Full Name')).toHaveText(name)
  await button(page, 'Reactivate Admin').click()
  await expectToast(page, sentences.adminReactivated)
  await expectTitle(page, 'Administrators')
  await search(page).fill(name)
  await expect(rowOf(page, name)).toContainText('active')

  await deleteOnce()
  await chooseAdmin(page, name, 'Delete Permanently', '/admin/list/inactive')
  await expectTitle(page, 'Permanently Delete Admin')
  const typed = field(page, 'Type the name to confirm')
  await typed.fill('Oluchi')
  await button(page, 'Delete Permanently').click()
  await expect(typed).toHaveAccessibleDescription(`Type the name as shown above: ${name}`)
  await expect(typed).toBeFocused()
  await typed.fill(name)
  await button(page, 'Delete Permanently').click()
  await expectToast(page, sentences.adminErased)
  await expectTitle(page, 'Non-Active Administration list')
  await search(page).fill('Oluchi')
  await expect(page.getByText('No data matches your current filters')).toBeVisible()
  await expect(page.locator('.toast-error')).toHaveCount(0)
}

async function unlockAdmin(page: Page, context: BrowserContext) {
  await chooseAdmin(page, 'Lekan Odutola', 'Reactivate Account')
  await expectTitle(page, 'Reactivate Admin Account')
  await button(page, 'Reactivate Account').click()
  await expectToast(page, sentences.adminUnlocked)
  await expectTitle(page, 'Administrators')
  await search(page).fill('Lekan')
  await expect(rowOf(page, 'Lekan Odutola')).toContainText('active')
  await expect(rowOf(page, 'Lekan Odutola')).not.toContainText('locked')

  // Another admin has unlocked it meanwhile: the list still shows it as locked, the page shows the server's message.
  await mapRows(context, 'getadmins', (admin) => ({ ...admin, locked: 1 }))
  await page.clock.setFixedTime(Date.now() + 120_000)
  await navigate(page, '/admin/list/inactive')
  await expectTitle(page, 'Non-Active Administration list')
  await navigate(page, '/admin/list')
  await expectTitle(page, 'Administrators')
  await search(page).fill('Jamiu')
  // The saved list comes first, without the lock.
  await expect(rowOf(page, 'Jamiu Oseni')).toContainText('locked')
  await chooseAction(page, 'Jamiu Oseni', 'Reactivate Account')
  await button(page, 'Reactivate Account').click()
  await expectToast(page, sentences.adminNotLocked)
  await expect(alert(page)).toHaveCount(0)
  // The refusal refetches the list.
  await context.unrouteAll({ behavior: 'wait' })
  await page.clock.setFixedTime(Date.now() + 180_000)
  await page.reload()
  await expect(button(page, 'Reactivate Account')).toBeDisabled()
  await expect(button(page, 'Reactivate Account')).toHaveAccessibleDescription(sentences.adminNotLocked)
}
