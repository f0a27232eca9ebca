import type { BrowserContext } from '@playwright/test'
import type { Permission } from '../../../src/contract/permissionCatalogue'

/** The browser is told that the admin has exactly these permissions. What the server allows does not change. */
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
