import type { BrowserContext, Page } from '@playwright/test'
import type { Permission } from '../../../src/contract/permissionCatalogue'

/** Mocks the reply with the admin's permissions, for the browser alone: the server still enforces the real ones. */
export const grantOnly = (context: BrowserContext, permissions: readonly Permission[], role = 'Clerk') =>
  context.route('**/api/admin/viewpermission', async (route) => {
    const names = permissions.map((name, at) => ({ id: at + 1, name }))
    const data = {
      name: 'Test Admin',
      email: 'x@alajo.test',
      roles: [{ id: 1, name: role, permissions: names }],
    }
    await route.fulfill({ json: { status: '200', message: 'Success', data: { ...data, permissions: [] } } })
  })

/** The box of a permission in a matrix, whose label is the plain name and the code. */
export const permissionBox = (page: Page, code: string) =>
  page.getByRole('checkbox', { name: new RegExp(` ${code}$`) })
