import type { BrowserContext, Page } from '@playwright/test'
import { grantOnly, permissionBox as box } from '../support/permissions'
import {
  chooseAction,
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
import { expect, longStep, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ as: superadmin })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** What the choice changes. */
const changes = (page: Page) => page.locator('.permission-changes')
const alert = (page: Page) => page.getByRole('main').getByRole('alert')
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const ok = (data: unknown) => ({ json: { status: '200', message: 'Success', data } })

async function changeRole(page: Page, context: BrowserContext) {
  const { sent, stop } = watchCalls(context)
  await page.getByRole('link', { name: 'Create Role' }).click()
  await expectTitle(page, 'Create Role')
  await expect(box(page, 'can-view-all')).toBeVisible()
  await button(page, 'Create Role').click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(
    sentences.roleNameRequired,
  )
  await page.getByLabel('Name', { exact: true }).fill('Cash Counter')
  await button(page, 'Savings and withdrawals: all').click()
  await button(page, 'Savings and withdrawals: none').click()
  const withdrawals = ['can-view-withdrawal', 'can-create-withdrawal', 'can-approve-withdrawal']
  for (const name of [...withdrawals, 'can-view-customer']) await box(page, name).check()
  await expect(changes(page)).toContainText('It will allow 4: Withdrawals, reports')
  await expect(changes(page)).toContainText('Can make and decide on the same: Withdrawals.')
  await page.getByRole('link', { name: 'Back to roles' }).click()
  await page.getByRole('button', { name: 'Stay' }).click()
  await button(page, 'Create Role').click()
  await expectToast(page, sentences.roleCreated)
  await expectTitle(page, 'List of Roles')
  await expect(rowOf(page, 'Cash Counter')).toContainText('4')

  await chooseAction(page, 'Cash Counter', 'View')
  await expectTitle(page, 'Roles with permission')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Cash Counter', 'Limits'])
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(4)
  await page.getByRole('link', { name: 'Back to roles' }).click()

  await chooseAction(page, 'Cash Counter', 'Edit')
  await expectTitle(page, 'Update Role: Cash Counter')
  await expect(page.getByText(/^4 of \d+ permissions · 0 admins have this role$/)).toBeVisible()
  await expect(button(page, 'Update Role')).toHaveAccessibleDescription('No change')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Cash Counter')
  await expect(page.getByLabel('Name', { exact: true })).toHaveAttribute('readonly')
  await box(page, 'can-view-customer').uncheck()
  // By keys alone: search, first box found, choose.
  await page.keyboard.press('/')
  await page.keyboard.type('guarantor')
  await page.keyboard.press('Enter')
  await page.keyboard.press(' ')
  await expect(changes(page)).toHaveText(
    'Adds 1: Guarantors can-view-guarantor. Takes 1: Customers can-view-customer. 0 admins get it at once.',
  )
  const fetches = sent.filter(({ path }) => path === 'viewpermission').length
  await page.keyboard.press('Control+Enter')
  await expectToast(page, sentences.roleUpdated)
  await expectTitle(page, 'List of Roles')
  // Own permissions are fetched again: the change may concern the own role.
  await expect.poll(() => sent.filter(({ path }) => path === 'viewpermission').length).toBe(fetches + 1)

  await chooseAction(page, 'Cash Counter', 'Delete')
  await expectTitle(page, 'Delete Role')
  await expect(fact(page, 'It allows')).toHaveText('4 permissions: Withdrawal 3, Guarantor 1')
  await button(page, 'Delete Role').click()
  await expectToast(page, sentences.roleDeleted)
  await expectTitle(page, 'List of Roles')
  await expect(rowOf(page, 'Cash Counter')).toHaveCount(0)
  await expect(page.locator('.toast-error')).toHaveCount(0)
  stop()
}

async function changeOwnRights(page: Page, context: BrowserContext) {
  const held = ['can-view-admin', 'can-view-roles', 'can-edit-role', 'can-view-agent'] as const
  // A screen that is no longer allowed would redirect.
  await navigate(page, '/dashboard')
  await expectTitle(page, 'Dashboard')
  await grantOnly(context, held)
  await refreshRights(page, 4)
  await navigate(page, '/roles/list')
  await expectTitle(page, 'List of Roles')
  await chooseAction(page, 'Supervisor', 'Edit')
  await expectTitle(page, 'Update Role: Supervisor')
  await box(page, 'can-view-agent').check()
  await expect(menu(page).getByRole('button', { name: 'Agents' })).toHaveCount(0)
  await expect(menu(page).getByRole('link', { name: 'Agents' })).toBeVisible()
  await grantOnly(context, ['can-view-admin', 'can-view-roles'])
  await context.route('**/api/admin/editrole', (route) =>
    route.fulfill({ json: { status: '200', message: sentences.roleUpdated } }),
  )
  await button(page, 'Update Role').click()
  await expectTitle(page, 'List of Roles')
  await expect(menu(page).getByRole('link', { name: 'Agents' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Edit Supervisor' })).toHaveCount(0)
}

async function showBlockReasons(page: Page) {
  for (const action of ['Edit', 'Delete'] as const) {
    await chooseAction(page, 'SuperAdmin', action)
    const act = button(page, action === 'Edit' ? 'Update Role' : 'Delete Role')
    await expect(act).toBeDisabled()
    await expect(act).toHaveAccessibleDescription('The SuperAdmin role cannot be changed or deleted.')
    await page.getByRole('link', { name: 'Back to roles' }).click()
    await expectTitle(page, 'List of Roles')
  }
  await chooseAction(page, 'Main Admin', 'Delete')
  await expect(fact(page, 'Held by')).toContainText('Nasiru Zubair')
  await expect(button(page, 'Delete Role')).toBeDisabled()
  await expect(button(page, 'Delete Role')).toHaveAccessibleDescription('Active admins still hold this role.')
}

/** Before another screen reads the permissions, which are then saved. */
async function refuseCreate(page: Page, context: BrowserContext) {
  await context.route('**/api/admin/getpermission', (route) =>
    route.fulfill({ json: { status: '400', message: 'No permissions for now.' } }),
  )
  await page.getByRole('link', { name: 'Create Role' }).click()
  await expectToast(page, 'No permissions for now.')
  await expectTitle(page, 'Dashboard')
  await context.unroute('**/api/admin/getpermission')

  await navigate(page, '/roles/create')
  await page.getByLabel('Name', { exact: true }).fill('Super Admin')
  await button(page, 'Create Role').click()
  const question = page.getByRole('dialog', { name: 'Save a role without permissions?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await expect(page.locator('.toast').filter({ hasText: 'No other role' })).toHaveCount(0)
  await button(page, 'Create Role').click()
  await question.getByRole('button', { name: 'Create Role' }).click()
  await expectToast(page, 'No other role may have the name SuperAdmin.')
  await expect(alert(page)).toHaveCount(0)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Super Admin')
  await expectTitle(page, 'Create Role')
  await page.getByRole('link', { name: 'Back to roles' }).click()
  await leaveButton(page).click()
  await expectTitle(page, 'List of Roles')
}

async function showRolePermissions(page: Page, context: BrowserContext) {
  await navigate(page, '/roles/list')
  await expectTitle(page, 'List of Roles')
  await page.getByRole('link', { name: 'Roles with permission' }).click()
  await expect(page).toHaveURL('/roleswithpermissions/list')
  const titles = page.getByRole('heading', { level: 2 })
  for (const role of ['SuperAdmin', 'Main Admin', 'Admin', 'Supervisor'])
    await expect(titles.getByText(role, { exact: true })).toBeVisible()

  let data: unknown[] = [{ id: 1, name: 'Empty Hands' }, []]
  await context.route('**/api/admin/viewrolepermission', (route) => route.fulfill(ok(data)))
  await page.clock.setFixedTime(Date.now() + 60_000)
  await navigate(page, '/roles/list')
  await expectTitle(page, 'List of Roles')
  await navigate(page, '/roleswithpermissions/list/')
  await expect(titles).toHaveText(['Empty Hands'])
  await expect(page.getByText('No Permissions Found')).toBeVisible()
  data = []
  await page.clock.setFixedTime(Date.now() + 120_000)
  await navigate(page, '/roles/list')
  await expectTitle(page, 'List of Roles')
  await navigate(page, '/roleswithpermissions/list/')
  await expect(page.getByText('No Roles Found')).toBeVisible()
  await context.unroute('**/api/admin/viewrolepermission')
}

async function changePermission(page: Page) {
  await navigate(page, '/permissions/list')
  await expectTitle(page, 'List of Permissions')
  const filter = page.getByLabel('Filter this page')
  await page.getByRole('link', { name: 'Create Permission' }).click()
  await expectTitle(page, 'Create Permission')
  const name = page.getByLabel('Name', { exact: true })
  await button(page, 'Create Permission').click()
  await expect(name).toHaveAccessibleDescription('Permission name is required.')
  await name.fill('can-count-cash')
  await button(page, 'Create Permission').click()
  await expectToast(page, sentences.permissionCreated)
  await expectTitle(page, 'List of Permissions')
  await filter.fill('can-count-cash')
  await expect(rowOf(page, 'can-count-cash')).toContainText('Other')

  await chooseAction(page, 'can-count-cash', 'Edit')
  await expectTitle(page, 'Update Permission')
  await name.fill('can-count-coins')
  await button(page, 'Update Permission').click()
  await expectToast(page, sentences.permissionUpdated)
  await expectTitle(page, 'List of Permissions')
  await filter.fill('can-count')
  await chooseAction(page, 'can-count-coins', 'Delete')
  await expectTitle(page, 'Delete Permission')
  await button(page, 'Delete Permission').click()
  await expectToast(page, sentences.permissionDeleted)
  await expectTitle(page, 'List of Permissions')
  await filter.fill('can-count')
  await expect(page.getByText('No data matches your current filters')).toBeVisible()

  await filter.fill('can-view-guarantor')
  await chooseAction(page, 'can-view-guarantor', 'Delete')
  await expect(button(page, 'Delete Permission')).toBeDisabled()
  await expect(button(page, 'Delete Permission')).toHaveAccessibleDescription(
    'can-view-guarantor is part of the program and cannot be deleted.',
  )
}

async function limitRights(page: Page, context: BrowserContext) {
  await grantOnly(context, ['can-view-all'])
  await refreshRights(page, 3)
  await navigate(page, '/permissions/list')
  await expect(rowOf(page, 'can-view-all')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit can-view-all' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Create Permission' })).toHaveCount(0)
}

test('roles and permissions', async ({ page, context }) => {
  await page.goto('/roles/list')
  await test.step('Create Role: redirects to the dashboard without the permissions; a refusal shows its message and keeps the session', () =>
    refuseCreate(page, context))
  await test.step('creates, shows, changes and deletes a role', () => changeRole(page, context))
  await longStep('shows why a role can’t be changed or deleted', () => showBlockReasons(page))
  await longStep('creates, renames and deletes a permission; a built-in permission can’t be deleted', () =>
    changePermission(page),
  )
  // From here on the clock is stopped.
  await longStep('Roles with permission: shows each role with its permissions, and a text for none', () =>
    showRolePermissions(page, context),
  )
  await test.step('each change is offered only with its permission', () => limitRights(page, context))
  await test.step('a change of own permissions applies to the menu and the screens at once', () =>
    changeOwnRights(page, context))
})
