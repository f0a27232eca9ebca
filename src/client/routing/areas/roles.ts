import * as v from 'valibot'
import { calls } from '#contract/index'
import { anyOf } from '#contract/permissions'
import { Id } from '#contract/values'
import { area } from '../route'

const { roles } = calls

const OneRole = v.object({ role_id: Id })
const OnePermission = v.object({ permission_id: Id })
const noRole = 'Role details not available'
const noPermission = 'Permission details not available'

export const roleRoutes = area({
  roles: {
    path: '/roles/list',
    title: 'List of Roles',
    access: anyOf('can-view-roles'),
    parent: 'dashboard',
    menu: { section: 'Admins', label: 'Roles', key: 'Q' },
    calls: [roles.getRoles],
  },
  roleCreate: {
    path: '/roles/create',
    title: 'Create Role',
    access: anyOf('can-create-role'),
    parent: 'roles',
    calls: [roles.getPermissions, roles.addRoles],
  },
  roleUpdate: {
    path: '/roles/list/edit',
    title: 'Update Role',
    access: anyOf('can-edit-role'),
    parent: 'roles',
    state: OneRole,
    missing: noRole,
    calls: [roles.getRole, roles.getPermissions, roles.editRoles],
  },
  roleDelete: {
    path: '/roles/list/delete',
    title: 'Delete Role',
    access: anyOf('can-delete-roles'),
    parent: 'roles',
    state: OneRole,
    missing: noRole,
    calls: [roles.getRole, roles.deleteRoles],
  },
  roleLimits: {
    path: '/roles/limits',
    title: 'Limits of a Role',
    access: anyOf('can-edit-role'),
    parent: 'roles',
    state: OneRole,
    missing: noRole,
    calls: [roles.getRoleLimits, roles.setRoleLimits],
  },
  /** With a role's id it shows that role only. */
  rolesWithPermissions: {
    path: '/roleswithpermissions/list',
    also: ['/roleswithpermissions/list/'],
    title: 'Roles with permission',
    access: anyOf('can-view-roles'),
    parent: 'roles',
    state: v.nullish(OneRole),
    calls: [roles.getRolesAndPermission, roles.getRoleLimits],
  },
  permissions: {
    path: '/permissions/list',
    title: 'List of Permissions',
    access: anyOf('can-view-permission'),
    parent: 'dashboard',
    menu: { section: 'Admins', label: 'Permissions' },
    calls: [roles.getPermissions],
  },
  permissionCreate: {
    path: '/permissions/create',
    title: 'Create Permission',
    access: anyOf('can-create-permission'),
    parent: 'permissions',
    calls: [roles.createPermission],
  },
  permissionUpdate: {
    path: '/permissions/edit',
    title: 'Update Permission',
    access: anyOf('can-edit-permission'),
    parent: 'permissions',
    state: OnePermission,
    missing: noPermission,
    calls: [roles.getPermission, roles.editPermission],
  },
  permissionDelete: {
    path: '/permissions/delete',
    title: 'Delete Permission',
    access: anyOf('can-delete-permission'),
    parent: 'permissions',
    state: OnePermission,
    missing: noPermission,
    calls: [roles.getPermission, roles.deletePermission],
  },
})
