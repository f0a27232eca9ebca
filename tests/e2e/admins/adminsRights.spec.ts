import type { BrowserContext, Page } from '@playwright/test'
import { grantOnly, permissionBox as box } from '../support/permissions'
import {
  blockServer,
  chooseAction,
  chooseAdmin,
  expectTitle,
  expectToast,
  fact,
  leaveButton,
  navigate,
  refreshRights,
  rowOf,
  watchCalls,
} from '../support/portal'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ as: superadmin })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const changes = (page: Page) => page.locator('.permission-changes')
const nothingSelected = 'Please select at least one permission.'

async function changeRole(page: Page, context: BrowserContext) {
  const { sent, stop } = watchCalls(context)
  await chooseAdmin(page, 'Mercy Igbokwe', 'Assign Role')
  await expectTitle(page, 'Assign Role To Admin')
  await expect(fact(page, 'Role now')).toHaveText('NO ROLE YET')
  await button(page, 'Assign Role').click()
  const role = page.getByLabel('Role', { exact: true })
  await expect(role).toHaveAccessibleDescription('Please select a role.')
  await expect(role).toBeFocused()
  expect(sent.filter(({ path }) => path === 'assignrole')).toEqual([])

  await role.selectOption('Supervisor')
  await expect(fact(page, 'Role after')).toHaveText('Supervisor')
  await expect(fact(page, 'It allows')).toHaveText('2 permissions: Export 1, All 1')
  await button(page, 'Assign Role Supervisor').click()
  await expectToast(page, sentences.roleAssigned)
  await expectTitle(page, 'Administrators')
  await page.getByLabel('Name, e-mail or phone').fill('Mercy')
  await expect(rowOf(page, 'Mercy Igbokwe')).toContainText('Supervisor')
  await expect(page.getByRole('link', { name: 'Assign Role Mercy Igbokwe' })).toHaveCount(0)

  await test.step('changes the role', async () => {
    await chooseAction(page, 'Mercy Igbokwe', 'Change Role')
    await expectTitle(page, 'Assign Role To Admin')
    await expect(fact(page, 'Role now')).toHaveText('Supervisor')
    await expect(role.getByRole('option', { name: 'Supervisor' })).toHaveCount(0)
    await role.selectOption('Main Admin')
    await button(page, 'Change Role to Main Admin').click()
    await expectToast(page, sentences.roleChanged)
    await expectTitle(page, 'Administrators')
    await page.getByLabel('Name, e-mail or phone').fill('Mercy')
    await expect(rowOf(page, 'Mercy Igbokwe')).toContainText('Main Admin')
  })

  await test.step('removes the role', async () => {
    await chooseAction(page, 'Mercy Igbokwe', 'Remove Role')
    await expectTitle(page, 'Remove Admin Role')
    await expect(fact(page, 'Stays')).toHaveText('None')
    await button(page, 'Remove Role Main Admin').click()
    await expectToast(page, sentences.roleRemoved)
    await expectTitle(page, 'Administrators')
    await page.getByLabel('Name, e-mail or phone').fill('Mercy')
    await expect(rowOf(page, 'Mercy Igbokwe')).toContainText('NO ROLE YET')
  })
  stop()
}

async function changePermissions(page: Page, context: BrowserContext) {
  const name = 'Rotimi Falade'
  await chooseAdmin(page, name, 'Assign Permission')
  await expectTitle(page, 'Assign Permission To Admin')
  await button(page, 'Assign permissions').click()
  await expectToast(page, nothingSelected)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(nothingSelected)

  await test.step('permissions of the role are checked and disabled', async () => {
    await expect(box(page, 'can-view-all')).toBeChecked()
    await expect(box(page, 'can-view-all')).toBeDisabled()
    await expect(box(page, 'can-view-all')).toHaveAccessibleDescription(
      `Ticked and grey: ${name} already has it, directly or through the role.`,
    )
  })

  await test.step('an area can be selected as a whole, but for what is fixed', async () => {
    await button(page, 'Business: all').click()
    await expect(box(page, 'can-set-market-day-active/inactive')).toBeChecked()
    await expect(changes(page)).toContainText(/^Will be given \d+: .* and \d+ more\./)
    await button(page, 'Business: none').click()
    await expect(box(page, 'can-view-market-day')).not.toBeChecked()
    await expect(box(page, 'can-download-csv-file')).toBeChecked()
    await expect(changes(page)).toHaveCount(0)
  })

  await box(page, 'can-edit-agent').check()
  await box(page, 'can-view-guarantor').check()
  await button(page, 'Assign 2 permissions').click()
  await expectToast(page, sentences.permissionsAssigned)
  await expectTitle(page, 'Administrators')

  await chooseAdmin(page, name, 'Permissions')
  await expectTitle(page, 'Admin Permission Details')
  const card = (title: string) => page.locator('section', { has: page.getByRole('heading', { name: title }) })
  await expect(card('Own permissions').getByRole('listitem')).toHaveText([
    'can-edit-agent',
    'can-view-guarantor',
  ])
  await expect(card('Permissions of the role Supervisor').getByRole('listitem')).toHaveCount(2)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await button(page, 'rotimi.falade@alajo.test').click()
  await expectToast(page, 'Email copied to clipboard: rotimi.falade@alajo.test')

  await page.getByRole('link', { name: 'Remove Permission' }).click()
  await expectTitle(page, 'Remove Admin Permission')
  await button(page, 'Remove permissions').click()
  await expectToast(page, nothingSelected)
  await box(page, 'can-edit-agent').check()
  await expect(changes(page)).toHaveText('Will lose 1: Agent can-edit-agent.')
  await button(page, 'Remove 1 permission').click()
  await expectToast(page, sentences.permissionsRemoved)
  await expectTitle(page, 'Administrators')
  await chooseAdmin(page, name, 'Remove Permission')
  await expect(box(page, 'can-view-guarantor')).toBeVisible()
  await expect(box(page, 'can-edit-agent')).toHaveCount(0)

  await chooseAdmin(page, 'Aminu Dogara', 'Remove Permission')
  await expectTitle(page, 'Remove Admin Permission')
  await expect(page.getByText('No Permissions Found')).toBeVisible()
}

async function limitRights(page: Page, context: BrowserContext, admin_id: unknown) {
  await navigate(page, '/admin/list')
  await expectTitle(page, 'Administrators')
  await grantOnly(context, ['can-view-admin', 'can-assign-permission', 'can-assign-role', 'can-view-agent'])
  await refreshRights(page)
  await navigate(page, '/permissions/assign/admin', { admin_id })
  await expect(box(page, 'can-assign-role')).toBeEnabled()
  await expect(box(page, 'can-edit-role')).toBeDisabled()
  await expect(box(page, 'can-edit-role')).toHaveAccessibleDescription(
    'You can only grant permissions that you hold yourself.',
  )
  await button(page, 'Admins and roles: all').click()
  await expect(changes(page)).toContainText('Will be given 3: Admins')

  await page.getByRole('link', { name: 'Back to administrators' }).click()
  await leaveButton(page).click()
  await chooseAdmin(page, 'Fatimah Jimoh', 'Assign Role')
  await page.getByLabel('Role', { exact: true }).selectOption('Supervisor')
  await expect(button(page, 'Assign Role Supervisor')).toBeDisabled()
  await expect(button(page, 'Assign Role Supervisor')).toHaveAccessibleDescription(
    'You can only grant permissions that you hold yourself.',
  )
}

/** Starts on a form with entries. */
async function refuseDetails(page: Page, context: BrowserContext) {
  await context.unroute('**/api/admin/viewpermission')
  await refreshRights(page, 2)
  await page.getByRole('link', { name: 'Back to administrators' }).click()
  await leaveButton(page).click()
  await expectTitle(page, 'Administrators')
  await page.getByLabel('Name, e-mail or phone').fill('Kunle')
  await expect(rowOf(page, 'Kunle Adesanya')).toBeVisible()
  await context.route('**/api/admin/viewpermission', (route) =>
    route.fulfill({
      status: 403,
      json: { status: '400', message: sentences.noPermission },
    }),
  )
  await page.getByRole('link', { name: 'Permissions Kunle Adesanya' }).click()
  await expect(page).toHaveURL('/admin/permission/view')
  await expect(page.getByText('You are not allowed to view this page')).toBeVisible()
  await context.unroute('**/api/admin/viewpermission')
}

async function workOffline(page: Page, context: BrowserContext) {
  await page.getByLabel('Name, e-mail or phone').fill('Kunle')
  await page.getByRole('link', { name: 'Permissions Kunle Adesanya' }).click()
  await expect(fact(page, 'Full Name')).toHaveText('Kunle Adesanya')
  // Navigates within the app: a page load might interrupt the saving of this page.
  await page.goBack()
  await page.getByLabel('Name, e-mail or phone').fill('Kunle')
  await chooseAction(page, 'Kunle Adesanya', 'Delete')
  await expect(button(page, 'Delete Admin')).toBeEnabled()
  await blockServer(context)
  await page.clock.setFixedTime(Date.now() + 60_000)
  await page.goto('/admin/list')
  await expect(page.getByText(sentences.offline)).toBeVisible()
  await page.getByLabel('Name, e-mail or phone').fill('Kunle')
  await page.getByRole('link', { name: 'Permissions Kunle Adesanya' }).click()
  await expect(fact(page, 'Full Name')).toHaveText('Kunle Adesanya')
  await chooseAdmin(page, 'Kunle Adesanya', 'Delete')
  await expect(button(page, 'Delete Admin')).toBeDisabled()
  await expect(button(page, 'Delete Admin')).toHaveAccessibleDescription(sentences.changesNeedConnection)
}

test('shows lists and disables decisions without a connection', { tag: '@long' }, async ({
  page,
  context,
  faults,
}) => {
  faults.expect(/net::ERR_FAILED/)
  await page.goto('/admin/list')
  await workOffline(page, context)
})

test('assigns, changes and removes roles and permissions, within the own ones', async ({
  page,
  context,
  faults,
  sample,
}) => {
  faults.expect(/status of 403/)
  await page.goto('/admin/list')
  await test.step('Assign Role To Admin: requires a role, shows its permissions, and updates the list', () =>
    changeRole(page, context))
  await test.step('assigns, shows and removes permissions; shows a message where there are none', () =>
    changePermissions(page, context))
  await test.step('disables permissions and roles beyond those of the signed-in admin', () =>
    limitRights(page, context, sample.admin_id))
  // Last: the refused permissions close every screen.
  await test.step('Admin Permission Details redirects when the server refuses the call', () =>
    refuseDetails(page, context))
})
