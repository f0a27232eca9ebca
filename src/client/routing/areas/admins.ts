import * as v from 'valibot'
import { calls } from '#contract/index'
import { anyOf } from '#contract/permissions'
import { Id } from '#contract/values'
import { area } from '../route'

const { admins, history, roles, session } = calls

const state = v.object({ admin_id: Id })
const missing = 'Admin details not available'

export const adminRoutes = area({
  admins: {
    path: '/admin/list',
    title: 'Administrators',
    access: anyOf('can-view-admin'),
    parent: 'dashboard',
    menu: { section: 'Admins', label: 'Administrators', key: 'U' },
    calls: [admins.getAdmins],
  },
  adminCreate: {
    path: '/admin/create',
    title: 'Create Admin',
    access: anyOf('can-create-admin'),
    parent: 'admins',
    calls: [admins.getAdminsWithPhone, admins.addAdmin],
  },
  adminUpdate: {
    path: '/admin/update',
    title: 'Update Admin',
    access: anyOf('can-edit-admin'),
    parent: 'admins',
    state,
    missing,
    calls: [admins.getAdmin, admins.getAdminsWithPhone, admins.updateAdmin],
  },
  adminDelete: {
    path: '/admin/delete',
    title: 'Delete Admin',
    access: anyOf('can-delete-admin'),
    parent: 'admins',
    state,
    missing,
    calls: [admins.getAdmin, admins.deleteAdmin],
  },
  adminResetPassword: {
    path: '/admin/reset/password',
    title: 'Reset Administrator Password',
    access: anyOf('can-reset-admin-password'),
    parent: 'admins',
    state,
    missing,
    calls: [admins.getAdmin, admins.resetPassword],
  },
  adminUnlock: {
    path: '/admin/account/reactivate',
    title: 'Reactivate Admin Account',
    access: anyOf('can-reactivate-admin-account'),
    parent: 'admins',
    state,
    missing,
    calls: [admins.getAdmin, admins.reactivateAdminAccount],
  },
  adminAssignRole: {
    path: '/admin/assignrole',
    title: 'Assign Role To Admin',
    access: anyOf('can-assign-role'),
    parent: 'admins',
    state,
    missing,
    calls: [admins.getAdmin, roles.getRoles, admins.assignRoletoAdmin],
  },
  adminRemoveRole: {
    path: '/admin/removerole',
    title: 'Remove Admin Role',
    access: anyOf('can-assign-role'),
    parent: 'admins',
    state,
    missing,
    calls: [admins.getAdmin, admins.removeRole],
  },
  adminPermissions: {
    path: '/permissions/admin/list',
    title: 'Admin Permission Details',
    access: anyOf('can-view-permission'),
    parent: 'admins',
    state,
    missing,
    calls: [session.getSingleAdminPermission, history.getRecordHistory],
  },
  adminAssignPermission: {
    path: '/permissions/assign/admin',
    title: 'Assign Permission To Admin',
    access: anyOf('can-assign-permission'),
    parent: 'admins',
    state,
    missing,
    calls: [admins.getAdmin, roles.getPermissions, admins.assignPermissionToAdmin],
  },
  adminRemovePermission: {
    path: '/permissions/remove/admin',
    title: 'Remove Admin Permission',
    access: anyOf('can-view-permission'),
    parent: 'admins',
    state,
    missing,
    calls: [session.getSingleAdminPermission, admins.removePermissionFromAdmin],
  },
  adminsInactive: {
    path: '/admin/list/inactive',
    title: 'Non-Active Administration list',
    access: anyOf('can-view-admin'),
    parent: 'admins',
    menu: { section: 'Admins', label: 'Non-Active Admins' },
    calls: [admins.inActiveAdmin],
  },
  adminReactivate: {
    path: '/admin/reactivate',
    title: 'Reactivate Admin',
    access: anyOf('can-reactivate-admin-account'),
    parent: 'adminsInactive',
    state,
    missing,
    calls: [admins.inActiveAdmin, admins.activateDeletedAdmins],
  },
  adminDeleteForGood: {
    path: '/admin/inactive/delete/permanent',
    title: 'Permanently Delete Admin',
    access: anyOf('can-delete-admin'),
    parent: 'adminsInactive',
    state,
    missing,
    calls: [admins.inActiveAdmin, admins.permanentlyDeleteAdmins],
  },
})

/** Separate, because it is the last item of its menu section. */
export const adminLogRoute = area({
  adminActivityLog: {
    path: '/admin/activity/log',
    title: 'Admin Activity log',
    access: { role: 'superadmin' },
    parent: 'dashboard',
    menu: { section: 'Admins', label: 'Admin Log' },
    calls: [admins.getAdminActivityLog],
  },
})
