import * as v from 'valibot'
import { group, emptyOutput, read, write } from '../call'
import { anyOf } from '../permissions'
import { Email, Id, Text } from '../values'

const Password = v.pipe(v.string(), v.minLength(1, 'Password is required.'), v.maxLength(256))
/** A permission in lists. */
export const ListedPermission = v.object({ id: Id, name: Text })
export type ListedPermission = v.InferOutput<typeof ListedPermission>
export const RoleWithPermissions = v.object({ id: Id, name: Text, permissions: v.array(ListedPermission) })
export type RoleWithPermissions = v.InferOutput<typeof RoleWithPermissions>

export const minPasswordLength = 12
/** A session expires after this idle time, and after 12 hours in any case (rules.md, "Session"). */
export const sessionIdleMinutes = 30
export const sessionHours = 12

/** The reply of step one after the token was mailed. */
export const tokenSentMessage = 'A token was sent to your email.'

export const sessionCalls = group('session', {
  adminLogin: read({
    reads: [],
    path: 'login',
    access: 'public',
    encoding: 'encrypted',
    input: v.object({
      email: v.pipe(v.string(), v.nonEmpty('Email is required.'), Email),
      password: Password,
    }),
    output: v.object({
      data: v.object({
        rec: v.object({ id: Id, login_token: v.string(), role: v.nullable(Text), email_token: v.null() }),
      }),
    }),
  }),
  loginToken: read({
    reads: [],
    path: 'auth/token',
    access: 'loginToken',
    encoding: 'encrypted',
    input: v.object({
      token: v.pipe(v.string(), v.trim(), v.nonEmpty('Token is required.'), v.maxLength(20)),
    }),
    output: v.object({
      data: v.object({
        rec: v.object({
          id: Id,
          name: Text,
          email: Text,
          role: v.nullable(Text),
          login_token: v.string(),
          must_change_password: v.boolean(),
          /** The name of the business, for prints and files (not in the spec). */
          business: v.optional(Text),
        }),
      }),
    }),
  }),
  getSingleAdminPermission: read({
    reads: ['admins', 'rights'],
    path: 'viewpermission',
    access: anyOf('can-view-permission'),
    ownId: 'admin_id',
    encoding: 'encrypted',
    input: v.object({ admin_id: Id }),
    output: v.object({
      data: v.object({
        name: Text,
        email: Text,
        roles: v.array(RoleWithPermissions),
        permissions: v.array(ListedPermission),
        /** The business hides the balances of its wallets (not in the spec). */
        balances_hidden: v.optional(v.boolean()),
      }),
    }),
  }),
  changePassword: write({
    path: 'changePassword',
    access: 'session',
    encoding: 'encrypted',
    input: v.object({ oldPassword: Password, newPassword: Password }),
    subject: [],
    writes: ['admins'],
  }),
  logout: write({
    path: 'logout',
    access: 'session',
    input: v.object({}),
    subject: [],
    writes: [],
  }),
  /**
   * Revokes a session whose admin logged out offline. `handle` is the SHA-256 of its token (base64url), which can't be
   * used to sign in. An unknown handle gets the same reply.
   */
  revokeSession: read({
    reads: ['admins'],
    path: 'session/revoke',
    access: 'public',
    input: v.object({ handle: v.pipe(v.string(), v.maxLength(43)) }),
    output: emptyOutput,
  }),
})
