import * as v from 'valibot'
import { calls } from '#contract/index'
import { anyOf } from '#contract/permissions'
import { Id } from '#contract/values'
import { area } from './route'

const { admins, roles, session } = calls

const state = v.object({ admin_id: Id })
const missing = 'Admin details not available'

export const adminRoutes = area({
  admins: {
    path: '/admin/list',
    title: 'Administrators',
    access: anyOf('can-view-admin'),
    under: 'dashboard',
    menu: { section: 'Admins', label: 'Administrators' },
    calls: [admins.getAdmins],
    screen: () => import('../../screens/admins/AdminsList'),
  },
  adminCreate: {
    path: '/admin/create',
    title: 'Create Admin',
    access: anyOf('can-create-admin'),
    under: 'admins',
    calls: [admins.getAdminsWithPhone, admins.addAdmin],
    screen: () => import('../../screens/admins/AdminCreate'),
  },
  adminUpdate: {
    path: '/admin/update',
    title: 'Update Admin',
    access: anyOf('can-edit-admin'),
    under: 'admins',
    state,
    missing,
    calls: [admins.getAdmin, admins.getAdminsWithPhone, admins.updateAdmin],
    screen: () => import('../../screens/admins/AdminUpdate'),
  },
  adminDelete: {
    path: '/admin/delete',
    title: 'Delete Admin',
    access: anyOf('can-delete-admin'),
    under: 'admins',
    state,
    missing,
    calls: [admins.getAdmin, admins.deleteAdmin],
    screen: () => import('../../screens/admins/AdminDelete'),
  },
  adminResetPassword: {
    path: '/admin/reset/password',
    title: 'Reset Administrator Password',
    access: anyOf('can-reset-admin-password'),
    under: 'admins',
    state,
    missing,
    calls: [admins.getAdmin, admins.resetPassword],
    screen: () => import('../../screens/admins/AdminResetPassword'),
  },
  adminUnlock: {
    path: '/admin/account/reactivate',
    title: 'Reactivate Admin Account',
    access: anyOf('can-reactivate-admin-account'),
    under: 'admins',
    state,
    missing,
    calls: [admins.getAdmin, admins.reactivateAdminAccount],
    screen: () => import('../../screens/admins/AdminUnlock'),
  },
  adminAssignRole: {
    path: '/admin/assignrole',
    title: 'Assign Role To Admin',
    access: anyOf('can-assign-role'),
    under: 'admins',
    state,
    missing,
    calls: [admins.getAdmin, roles.getRoles, admins.assignRoletoAdmin],
    screen: () => import('../../screens/admins/AdminAssignRole'),
  },
  adminRemoveRole: {
    path: '/admin/removerole',
    title: 'Remove Admin Role',
    access: anyOf('can-assign-role'),
    under: 'admins',
    state,
    missing,
    calls: [admins.getAdmin, admins.removeRole],
    screen: () => import('../../screens/admins/AdminRemoveRole'),
  },
  adminPermissions: {
    path: '/permissions/admin/list',
    title: 'Admin Permission Details',
    access: anyOf('can-view-permission'),
    under: 'admins',
    state,
    missing,
    calls: [session.getSingleAdminPermission],
    screen: () => import('../../screens/admins/AdminPermissions'),
  },
  adminAssignPermission: {
    path: '/permissions/assign/admin',
    title: 'Assign Permission To Admin',
    access: anyOf('can-assign-permission'),
    under: 'admins',
    state,
    missing,
    calls: [admins.getAdmin, roles.getPermissions, admins.assignPermissionToAdmin],
    screen: () => import('../../screens/admins/AdminAssignPermission'),
  },
  adminRemovePermission: {
    path: '/permissions/remove/admin',
    title: 'Remove Admin Permission',
    access: anyOf('can-view-permission'),
    under: 'admins',
    state,
    missing,
    calls: [session.getSingleAdminPermission, admins.removePermissionFromAdmin],
    screen: () => import('../../screens/admins/AdminRemovePermission'),
  },
  adminsInactive: {
    path: '/admin/list/inactive',
    title: 'Non-Active Administration list',
    access: anyOf('can-view-admin'),
    under: 'admins',
    menu: { section: 'Admins', label: 'Non-Active Admins' },
    calls: [admins.inActiveAdmin],
    screen: () => import('../../screens/admins/AdminsInactive'),
  },
  adminReactivate: {
    path: '/admin/reactivate',
    title: 'Reactivate Admin',
    access: anyOf('can-reactivate-admin-account'),
    under: 'adminsInactive',
    state,
    missing,
    calls: [admins.inActiveAdmin, admins.activateDeletedAdmins],
    screen: () => import('../../screens/admins/AdminReactivate'),
  },
  adminDeleteForGood: {
    path: '/admin/inactive/delete/permanent',
    title: 'Permanently Delete Admin',
    access: anyOf('can-delete-admin'),
    under: 'adminsInactive',
    state,
    missing,
    calls: [admins.inActiveAdmin, admins.permanentlyDeleteAdmins],
    screen: () => import('../../screens/admins/AdminDeleteForGood'),
  },
})

/** Apart, because it closes the menu's group. */
export const adminLogRoute = area({
  adminActivityLog: {
    path: '/admin/activity/log',
    title: 'Admin Activity log',
    access: { role: 'superadmin' },
    under: 'dashboard',
    menu: { section: 'Admins', label: 'Admin Log' },
    calls: [admins.getAdminActivityLog],
    screen: () => import('../../screens/admins/AdminActivityLog'),
  },
})
