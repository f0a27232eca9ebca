import * as v from 'valibot'
import { columnsOf, group, read, write } from '../call'
import { nameOf } from '../names'
import { anyOf } from '../permissions'
import { ListedPermission, RoleWithPermissions } from './session'
import { Id, Text } from '../values'
import { limitKinds, limitSteps, RoleLimit, RoleLimits } from './limits'

const ListedRole = v.object({ id: Id, name: Text })
/** One role with the names of its active admins, who prevent its deletion. */
const OneRole = v.object({ ...RoleWithPermissions.entries, holders: v.array(Text) })
export type OneRole = v.InferOutput<typeof OneRole>
const RoleRow = v.object({ id: Id, name: Text, count: v.number() })
export const roleColumns = columnsOf(RoleRow, [
  { field: 'name', header: 'Name', kind: 'text' },
  { field: 'count', header: 'Permissions', kind: 'number' },
])
const PermissionRow = v.object({ id: Id, name: Text, family: Text })
export const permissionColumns = columnsOf(PermissionRow, [
  { field: 'name', header: 'Name', kind: 'text' },
  { field: 'family', header: 'Family', kind: 'text' },
])

const permissionNames = v.pipe(v.array(v.pipe(Text, v.maxLength(100))), v.maxLength(500))

export const roleCalls = group('roles', {
  getRole: read({
    reads: ['admins', 'rights'],
    path: 'getroles',
    access: anyOf('can-view-roles', 'can-assign-role'),
    encoding: 'encrypted',
    input: v.object({ id: Id }),
    output: v.object({ data: v.array(OneRole) }),
  }),
  getRoles: read({
    reads: ['rights'],
    path: 'getroles',
    access: anyOf('can-view-roles', 'can-assign-role'),
    encoding: 'encrypted',
    input: v.object({}),
    output: v.object({ data: v.array(RoleWithPermissions) }),
    whole: { columns: roleColumns },
  }),
  addRoles: write({
    path: 'createroles',
    access: anyOf('can-create-role'),
    encoding: 'encrypted',
    input: v.object({ name: nameOf('Role'), permission: permissionNames }),
    subject: ['name'],
    writes: ['rights'],
  }),
  /** Changes only the permissions; the name is ignored (rules.md, "Read-only fields"). */
  editRoles: write({
    path: 'editrole',
    access: anyOf('can-edit-role'),
    encoding: 'encrypted',
    input: v.object({ role_id: Id, name: v.optional(Text), permission: permissionNames }),
    subject: ['role_id'],
    writes: ['rights'],
  }),
  deleteRoles: write({
    path: 'deleterole',
    access: anyOf('can-delete-roles'),
    encoding: 'encrypted',
    input: v.object({ role_id: Id }),
    subject: ['role_id'],
    writes: ['rights'],
  }),
  /** `data` is flat: a role, then its permissions, then the next role. */
  getRolesAndPermission: read({
    reads: ['rights'],
    path: 'viewrolepermission',
    access: anyOf('can-view-roles'),
    encoding: 'encrypted',
    input: v.object({ role_id: v.optional(Id) }),
    output: v.object({ data: v.array(v.union([ListedRole, v.array(ListedPermission)])) }),
  }),
  /** Up to which amount the admins of a role decide. */
  getRoleLimits: read({
    reads: ['rights'],
    path: 'getrolelimits',
    access: anyOf('can-view-roles', 'can-edit-role'),
    input: v.object({ role_id: Id }),
    output: v.object({ data: v.object({ ...RoleLimits.entries, role: Text }) }),
  }),
  /** Sets all limits of a role: those that are not in the list end. */
  setRoleLimits: write({
    path: 'setrolelimits',
    access: anyOf('can-edit-role'),
    input: v.object({
      role_id: Id,
      limits: v.pipe(v.array(RoleLimit), v.maxLength(limitKinds.length * limitSteps.length)),
    }),
    subject: ['role_id'],
    writes: ['rights'],
  }),
  getPermission: read({
    reads: ['rights'],
    path: 'getpermission',
    access: anyOf('can-view-permission', 'can-create-role', 'can-edit-role', 'can-assign-permission'),
    encoding: 'encrypted',
    input: v.object({ id: Id }),
    output: v.object({ data: v.array(ListedPermission) }),
  }),
  /** The direct permissions of an admin, without those of the role. */
  getDirectPermissions: read({
    reads: ['admins', 'rights'],
    path: 'getpermission',
    access: anyOf('can-view-permission', 'can-create-role', 'can-edit-role', 'can-assign-permission'),
    encoding: 'encrypted',
    input: v.object({ admin_id: Id }),
    output: v.object({ data: v.array(ListedPermission) }),
  }),
  getPermissions: read({
    reads: ['rights'],
    path: 'getpermission',
    access: anyOf('can-view-permission', 'can-create-role', 'can-edit-role', 'can-assign-permission'),
    encoding: 'encrypted',
    input: v.object({}),
    output: v.object({ data: v.array(ListedPermission) }),
    whole: { columns: permissionColumns },
  }),
  createPermission: write({
    path: 'permission/create',
    access: anyOf('can-create-permission'),
    encoding: 'encrypted',
    input: v.object({ name: nameOf('Permission') }),
    subject: ['name'],
    writes: ['rights'],
  }),
  editPermission: write({
    path: 'permission/edit',
    access: anyOf('can-edit-permission'),
    encoding: 'encrypted',
    input: v.object({ permission_id: Id, name: nameOf('Permission') }),
    subject: ['permission_id'],
    writes: ['rights'],
  }),
  deletePermission: write({
    path: 'permission/delete',
    access: anyOf('can-delete-permission'),
    encoding: 'encrypted',
    input: v.object({ permission_id: Id }),
    subject: ['permission_id'],
    writes: ['rights'],
  }),
})
