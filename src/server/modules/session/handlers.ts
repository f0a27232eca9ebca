import { and, eq, isNull } from 'drizzle-orm'
import type { Calls } from '#contract/index'
import { expiredTokenMessage, Problem } from '#contract/problems'
import { tokenSentMessage } from '#contract/calls/session'
import type { Context, HandlersFor } from '../../handler'
import { admins, roles } from '../../db/tables/schema'
import { decoyHash, hashPassword, passwordFault, passwordMatches } from '../../auth/passwords'
import { invalid, reject } from '../../errors/refusals'
import {
  isActive,
  openSession,
  revokeSession,
  revokeSessionByHash,
  revokeSessions,
} from '../../auth/sessions'
import { recordFailedSignIn, writeLateLogOut, writeSignIn } from '../../audit/signInLog'
import { codeMinutes } from '../../auth/tokens'
import { startSignIn, cancelSignIn, verifyCode, claimConsoleSignIn } from '../../auth/signIns'
import { countFailure, resetFailures, takeAttempt } from '../../auth/throttle'
import { rightsOf } from '../../people/roleRights'

const wrongCredentials = 'Invalid email or password.'

export const sessionHandlers: HandlersFor<Calls['session']> = {
  adminLogin: async ({ email, password }, context) => {
    const { queries, now, address } = context
    const attempt = await takeAttempt(context.services.connections.access, email, address, now)
    const [admin] = await queries
      .select({ id: admins.id, email: admins.email, passwordHash: admins.passwordHash, role: roles.name })
      .from(admins)
      .leftJoin(roles, eq(roles.id, admins.roleId))
      .where(and(eq(admins.email, email.toLowerCase()), isActive))
    const matches = await passwordMatches(admin?.passwordHash ?? (await decoyHash()), password)
    if (!admin || !matches) {
      if (admin)
        recordFailedSignIn(context.services, { adminId: admin.id, step: 'adminLogin', ...attempt, now })
      return reject(wrongCredentials)
    }
    await attempt.refund()
    const { loginToken, message } = await issueLoginToken(context, admin)
    return {
      message,
      data: { rec: { id: admin.id, login_token: loginToken, role: admin.role, email_token: null } },
    }
  },

  loginToken: async ({ token }, context) => {
    const { queries, actor, now } = context
    await checkCode(context, token)
    const [admin] = await queries.select().from(admins).where(eq(admins.id, actor.adminId))
    if (!admin) throw new Problem('signedOut', expiredTokenMessage)
    // The session and its activity log row commit together.
    const loginToken = await queries.transaction(async (tx) => {
      const failures = await resetFailures(tx, admin.email)
      const opened = await openSession(tx, admin.id, now)
      await writeSignIn(tx, { adminId: admin.id, failures, now })
      return opened
    })
    return {
      message: 'Welcome back.',
      data: {
        rec: {
          id: admin.id,
          name: admin.name,
          email: admin.email,
          role: actor.role,
          login_token: loginToken,
          must_change_password: admin.mustChangePassword,
          business: context.services.config.businessName,
        },
      },
    }
  },

  getSingleAdminPermission: async ({ admin_id }, { queries, services }) => {
    const [admin] = await queries
      .select({ name: admins.name, email: admins.email })
      .from(admins)
      .where(and(eq(admins.id, admin_id), isNull(admins.anonymisedAt)))
    if (!admin) return reject(`Admin with ID ${admin_id} not found`)
    const balances_hidden = services.config.hidesBusinessBalances || undefined
    return { data: { ...admin, ...(await rightsOf(queries, admin_id)), balances_hidden } }
  },

  changePassword: async ({ oldPassword, newPassword }, { queries, actor, now, setAuditSubject }) => {
    await setAuditSubject('admin', actor.adminId)
    const [admin] = await queries
      .select()
      .from(admins)
      .where(eq(admins.id, actor.adminId))
      .for('no key update')
    if (!admin || !(await passwordMatches(admin.passwordHash, oldPassword)))
      return invalid('Old password is not correct.')
    const fault = passwordFault(newPassword, admin.email)
    if (fault) return invalid(fault)
    if (newPassword === oldPassword) return invalid('The new password must differ from the old one.')
    await queries
      .update(admins)
      .set({ passwordHash: await hashPassword(newPassword), mustChangePassword: false })
      .where(eq(admins.id, admin.id))
    await setAuditSubject('admin', admin.id, await revokeSessions(queries, admin.id, now, actor.token))
    return { message: 'Password changed successfully.' }
  },

  revokeSession: async ({ handle }, { services, now }) => {
    await services.connections.changes.transaction(async (tx) => {
      const adminId = await revokeSessionByHash(tx, handle, now)
      if (adminId !== undefined) await writeLateLogOut(tx, adminId, now)
    })
    return { message: 'The session is closed.' }
  },

  logout: async (_input, { queries, actor, now, setAuditSubject }) => {
    await setAuditSubject('admin', actor.adminId)
    await revokeSession(queries, actor.token, now)
    return { message: 'You are logged out.' }
  },
}

/** Mails the six digits and returns the login token for step two; sends nothing if a console token is waiting. */
async function issueLoginToken({ queries, services, now }: Context, admin: { id: number; email: string }) {
  const consoleToken = await claimConsoleSignIn(queries, admin.id, now)
  if (consoleToken)
    return { loginToken: consoleToken, message: 'Enter the token that the server’s console shows.' }
  const { loginToken, code } = await startSignIn(queries, admin.id, now)
  // Awaited, so that a failure is reported; the reply reveals anyway that the password is correct.
  const message = {
    to: admin.email,
    subject: 'Your Alajo sign-in token',
    text: `Your sign-in token is ${code}.\n\nIt is good for ${codeMinutes} minutes. If you did not try to sign in, change your password.\n`,
  }
  try {
    await services.mail.send(message)
  } catch {
    await cancelSignIn(queries, loginToken)
    return reject('The token could not be sent. Try again in a minute or ask your administrator.')
  }
  if (services.config.demo) services.onDemoCode?.(admin.email, code)
  return { loginToken, message: tokenSentMessage }
}

async function checkCode({ queries, services, actor, address, now }: Context, code: string) {
  const left = await verifyCode(queries, actor.adminId, actor.token, code)
  if (left === undefined) return
  const failures = await countFailure(queries, actor.email, address, now)
  recordFailedSignIn(services, { adminId: actor.adminId, step: 'loginToken', failures, now })
  if (left === 0) throw new Problem('signedOut', expiredTokenMessage)
  reject(`Invalid token. ${left} ${left === 1 ? 'try' : 'tries'} left.`)
}
