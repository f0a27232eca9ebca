import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Calls } from '#contract/index'
import { expiredTokenMessage, Problem } from '#contract/problems'
import type { Context, HandlersFor } from '../handler'
import { admins, roles, signIns } from '../db/schema'
import { decoyHash, hashPassword, passwordFault, passwordMatches } from '../passwords'
import { invalid, refuse } from '../refusals'
import { isActive, openSession, revokeSession, revokeSessions } from '../sessions'
import { countFailure, forgetFailures, takeTry } from '../throttle'
import { hashOf, newCode, newToken } from '../tokens'
import { rightsOf } from './rights'

const codeMinutes = 10
const codeTries = 5
const wrongCredentials = 'Invalid email or password.'

export const sessionHandlers: HandlersFor<Calls['session']> = {
  adminLogin: async ({ email, password }, context) => {
    const { queries, now, address } = context
    const giveBack = await takeTry(context.services.connections.access, email, address, now)
    const [admin] = await queries
      .select({ id: admins.id, email: admins.email, passwordHash: admins.passwordHash, role: roles.name })
      .from(admins)
      .leftJoin(roles, eq(roles.id, admins.roleId))
      .where(and(eq(admins.email, email.toLowerCase()), isActive))
    const matches = await passwordMatches(admin?.passwordHash ?? (await decoyHash()), password)
    if (!admin || !matches) return refuse(wrongCredentials)
    await giveBack()
    const loginToken = await startSignIn(context, admin)
    return {
      message: 'A token was sent to your email.',
      data: { rec: { id: admin.id, login_token: loginToken, role: admin.role, email_token: null } },
    }
  },

  loginToken: async ({ token }, context) => {
    const { queries, actor, now } = context
    await spendCode(context, token)
    const [admin] = await queries.select().from(admins).where(eq(admins.id, actor.adminId))
    if (!admin) throw new Problem('signedOut', expiredTokenMessage)
    await forgetFailures(queries, admin.email)
    return {
      message: 'Welcome back.',
      data: {
        rec: {
          id: admin.id,
          name: admin.name,
          email: admin.email,
          role: actor.role,
          login_token: await openSession(queries, admin.id, now),
          must_change_password: admin.mustChangePassword,
        },
      },
    }
  },

  getSingleAdminPermission: async ({ admin_id }, { queries }) => {
    const [admin] = await queries
      .select({ name: admins.name, email: admins.email })
      .from(admins)
      .where(and(eq(admins.id, admin_id), isNull(admins.anonymisedAt)))
    if (!admin) return refuse(`Admin with ID ${admin_id} not found`)
    return { data: { ...admin, ...(await rightsOf(queries, admin_id)) } }
  },

  changePassword: async ({ oldPassword, newPassword }, { queries, actor, now, about }) => {
    about('admin', actor.adminId)
    const [admin] = await queries.select().from(admins).where(eq(admins.id, actor.adminId)).for('update')
    if (!admin || !(await passwordMatches(admin.passwordHash, oldPassword)))
      return invalid('Old password is not correct.')
    const fault = passwordFault(newPassword, admin.email)
    if (fault) return invalid(fault)
    if (newPassword === oldPassword) return invalid('The new password must differ from the old one.')
    await queries
      .update(admins)
      .set({ passwordHash: await hashPassword(newPassword), mustChangePassword: false })
      .where(eq(admins.id, admin.id))
    await revokeSessions(queries, admin.id, now, actor.token)
    return { message: 'Password changed successfully.' }
  },

  logout: async (_input, { queries, actor, now, about }) => {
    about('admin', actor.adminId)
    await revokeSession(queries, actor.token, now)
    return { message: 'You are logged out.' }
  },
}

/** Sends the six digits and returns the token that step two goes with. An earlier step one is cancelled. */
async function startSignIn(context: Context, admin: { id: number; email: string }): Promise<string> {
  const { queries, services, now } = context
  const loginToken = newToken()
  const code = newCode()
  const started = {
    loginTokenHash: hashOf(loginToken),
    codeHash: hashOf(loginToken, code),
    triesLeft: codeTries,
    expiresAt: new Date(now.getTime() + codeMinutes * 60_000),
  }
  await queries
    .insert(signIns)
    .values({ adminId: admin.id, ...started })
    .onConflictDoUpdate({ target: signIns.adminId, set: started })
  // Not waited for: the time of a mail server would tell a right password from a wrong one.
  void services.mail
    .send({
      to: admin.email,
      subject: 'Your Alajo sign-in token',
      text: `Your sign-in token is ${code}.\n\nIt is good for ${codeMinutes} minutes. If you did not try to sign in, change your password.\n`,
    })
    .catch((error: Error) => services.log.error({ name: error.name }, 'a sign-in token could not be mailed'))
  if (services.config.demo) services.onDemoCode?.(admin.email, code)
  return loginToken
}

/** Takes one of the five tries first, so that two requests can't share one; a right code is good once. */
async function spendCode({ queries, actor, address, now }: Context, code: string) {
  const mine = and(eq(signIns.adminId, actor.adminId), eq(signIns.loginTokenHash, hashOf(actor.token)))
  const [signIn] = await queries
    .update(signIns)
    .set({ triesLeft: sql`${signIns.triesLeft} - 1` })
    .where(and(mine, gt(signIns.triesLeft, 0)))
    .returning()
  if (!signIn) throw new Problem('signedOut', expiredTokenMessage)
  if (signIn.codeHash !== hashOf(actor.token, code)) {
    await countFailure(queries, actor.email, address, now)
    const left = signIn.triesLeft
    refuse(
      left > 0
        ? `Invalid token. ${left} ${left === 1 ? 'try' : 'tries'} left.`
        : 'Invalid token. Sign in again.',
    )
  }
  const spent = await queries.delete(signIns).where(mine).returning({ adminId: signIns.adminId })
  if (spent.length === 0) throw new Problem('signedOut', expiredTokenMessage)
}
