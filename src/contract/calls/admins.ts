import * as v from 'valibot'
import { columnsOf, group, read, write } from '../call'
import { anyOf } from '../permissions'
import { ListedPermission, RoleWithPermissions } from './session'
import {
  Day,
  Email,
  Flag,
  FullName,
  Id,
  Kobo,
  optionalText,
  Phone,
  pageInput,
  paged,
  SearchText,
  Stamp,
  Text,
  TextFlag,
} from '../values'

export const Admin = v.object({
  id: Id,
  name: Text,
  email: Text,
  phone_number: Text,
  created_at: Stamp,
  status: v.picklist(['active', 'inactive']),
  delete: TextFlag,
  /** Null is shown as NO ROLE YET. */
  roleName: optionalText,
  /** Locked after too many failed sign-ins; `reactivateAdminAccount` unlocks it (rules.md, "Reactivate or unlock"). */
  locked: Flag,
})
export type Admin = v.InferOutput<typeof Admin>

/** One admin with the role's permissions and the direct ones. */
const OneAdmin = v.object({
  ...Admin.entries,
  roles: v.array(RoleWithPermissions),
  permissions: v.array(ListedPermission),
})
export type OneAdmin = v.InferOutput<typeof OneAdmin>

const AdminActivity = v.object({
  id: Id,
  admin_id: Id,
  created_at: Stamp,
  admin: Text,
  action: Text,
  status: Text,
  /** The subject: a noun and its id. */
  subject: optionalText,
  /** The subject's name as it was then; anonymized if that admin was permanently deleted. */
  subject_name: optionalText,
  subject_role: optionalText,
  subject_reference: optionalText,
  amount: v.nullable(Kobo),
  /** The customer, agent, admin or loan that the row links to. */
  subject_customer_id: v.nullable(Id),
  subject_agent_id: v.nullable(Id),
  subject_admin_id: v.nullable(Id),
  subject_loan_id: v.nullable(Id),
  /** Why it was refused, or which rights it changed. */
  detail: optionalText,
  reference: Text,
  /** 'New rights', where an admin's rights grew after the first movement of money; else null. */
  alert: v.optional(optionalText),
})

/** Time, admin, action and result, then the subject. */
export const adminActivityColumns = columnsOf(AdminActivity, [
  { field: 'created_at', header: 'Date Created', kind: 'datetime' },
  { field: 'admin', header: 'Admin', kind: 'text' },
  { field: 'action', header: 'Action', kind: 'text' },
  { field: 'status', header: 'Status', kind: 'status' },
  { field: 'subject_name', header: 'About', kind: 'text' },
  { field: 'subject_role', header: 'About Role', kind: 'text', hidden: true },
  { field: 'subject_reference', header: 'Reference', kind: 'text', hidden: true },
  { field: 'amount', header: 'Amount', kind: 'money', hidden: true },
])
/** Further columns of the screen. */
export const adminActivityDetails = columnsOf(AdminActivity, [
  { field: 'alert', header: 'Alert', kind: 'status', sparse: true },
  { field: 'subject', header: 'On', kind: 'text', hidden: true },
  { field: 'detail', header: 'Detail', kind: 'text', hidden: true },
  { field: 'reference', header: 'Change Reference', kind: 'text', hidden: true },
])

const oneAdmin = v.object({ admin_id: Id })
const OneAdminReply = v.object({ data: v.array(OneAdmin) })
/** Names of permissions; at least one. */
const chosenPermissions = v.pipe(
  v.array(v.pipe(Text, v.maxLength(100))),
  v.minLength(1, 'Please select at least one permission.'),
  v.maxLength(500),
)

export const adminCalls = group('admins', {
  getAdmin: read({
    reads: ['admins', 'rights'],
    path: 'getadmins',
    access: anyOf('can-view-admin'),
    ownId: 'id',
    encoding: 'encrypted',
    input: v.object({ id: Id }),
    output: OneAdminReply,
  }),
  getAdmins: read({
    reads: ['admins', 'rights'],
    path: 'getadmins',
    access: anyOf('can-view-admin'),
    encoding: 'encrypted',
    input: v.object({}),
    output: v.object({ data: v.array(Admin) }),
  }),
  addAdmin: write({
    path: 'createadmins',
    access: anyOf('can-create-admin'),
    encoding: 'encrypted',
    input: v.object({ name: FullName, email: Email, phone_number: Phone }),
    subject: ['email'],
    writes: ['admins'],
  }),
  /** Changes only the phone number; name and email are ignored (rules.md, "Read-only fields"). */
  updateAdmin: write({
    path: 'updateadmins',
    access: anyOf('can-edit-admin'),
    encoding: 'encrypted',
    input: v.object({ name: v.optional(Text), email: v.optional(Text), phone_number: Phone, admin_id: Id }),
    subject: ['admin_id'],
    writes: ['admins'],
  }),
  deleteAdmin: write({
    path: 'deleteadmins',
    access: anyOf('can-delete-admin'),
    encoding: 'encrypted',
    input: oneAdmin,
    subject: ['admin_id'],
    writes: ['admins'],
  }),
  /** Admins with the same phone number (not in the spec). Names only for callers who may view admins. */
  getAdminsWithPhone: read({
    reads: ['admins'],
    path: 'getadmins',
    access: anyOf('can-create-admin', 'can-edit-admin'),
    encoding: 'encrypted',
    input: v.object({ with_phone: Phone, admin_id: v.optional(Id) }),
    output: v.object({ data: v.object({ count: v.number(), names: v.array(Text) }) }),
  }),
  /** `getAdmin` with the id's other name; after `getAdminsWithPhone`, which may have it too. */
  getAdminById: read({
    reads: ['admins', 'rights'],
    path: 'getadmins',
    access: anyOf('can-view-admin'),
    ownId: 'admin_id',
    encoding: 'encrypted',
    input: oneAdmin,
    output: OneAdminReply,
  }),
  inActiveAdmin: read({
    reads: ['admins', 'rights'],
    path: 'deletedadmins',
    access: anyOf('can-view-admin'),
    encoding: 'encrypted',
    input: v.object({ id: v.optional(Id) }),
    output: v.object({ data: v.array(Admin) }),
  }),
  activateDeletedAdmins: write({
    path: 'activatedeletedadmins',
    access: anyOf('can-reactivate-admin-account'),
    encoding: 'encrypted',
    input: oneAdmin,
    subject: ['admin_id'],
    writes: ['admins'],
  }),
  /** Erases the personal fields; the id stays for history and ledger (rules.md, "Delete an admin"). */
  permanentlyDeleteAdmins: write({
    path: 'permanentlydeleteadmins',
    access: anyOf('can-delete-admin'),
    encoding: 'encrypted',
    input: oneAdmin,
    subject: ['admin_id'],
    writes: ['admins', 'rights'],
  }),
  reactivateAdminAccount: write({
    path: 'unrestrict',
    access: anyOf('can-reactivate-admin-account'),
    encoding: 'encrypted',
    input: oneAdmin,
    subject: ['admin_id'],
    writes: ['admins'],
  }),
  resetPassword: write({
    path: 'resetPassword',
    access: anyOf('can-reset-admin-password'),
    encoding: 'encrypted',
    input: oneAdmin,
    subject: ['admin_id'],
    writes: ['admins'],
  }),
  /**
   * Assigns a role, replacing any other. `current_role_id` is the role that the screen showed (null for none); if it is
   * sent and outdated, the call is refused.
   */
  assignRoletoAdmin: write({
    path: 'assignrole',
    access: anyOf('can-assign-role'),
    encoding: 'encrypted',
    input: v.object({ role_id: Id, admin_id: Id, current_role_id: v.optional(v.nullable(Id)) }),
    subject: ['admin_id'],
    writes: ['admins'],
  }),
  /** Removes a role from an admin; direct permissions stay (not in the spec). */
  removeRole: write({
    path: 'removerole',
    access: anyOf('can-assign-role'),
    encoding: 'encrypted',
    input: v.object({ role_id: Id, admin_id: Id }),
    subject: ['admin_id'],
    writes: ['admins'],
  }),
  assignPermissionToAdmin: write({
    path: 'assignpermission',
    access: anyOf('can-assign-permission'),
    encoding: 'encrypted',
    input: v.object({ admin_id: Id, permission: chosenPermissions }),
    subject: ['admin_id'],
    writes: ['rights'],
  }),
  /** Needs can-view-permission; guards check the target admin (rules.md, "Acting on others"). */
  removePermissionFromAdmin: write({
    path: 'removepermission',
    access: anyOf('can-view-permission'),
    encoding: 'encrypted',
    input: v.object({ admin_id: Id, permission: chosenPermissions }),
    subject: ['admin_id'],
    writes: ['rights'],
  }),
  getAdminActivityLog: read({
    reads: ['activity', 'admins'],
    path: 'adminlogs',
    access: { role: 'superadmin' },
    encoding: 'encrypted',
    input: v.object({
      ...pageInput,
      search: v.optional(SearchText),
      start_date: v.optional(Day),
      end_date: v.optional(Day),
      /** All of one record: a noun and an id, 'customer 12'; or of one change (not in the spec). */
      subject: v.optional(v.pipe(Text, v.maxLength(100))),
      reference: v.optional(v.pipe(Text, v.maxLength(100))),
    }),
    output: v.object({ data: paged(AdminActivity) }),
    csv: adminActivityColumns,
    sortable: ['created_at'],
    searchable: { by: ['admin', 'action subject_name subject_reference'], on: 'created_at' },
  }),
})
