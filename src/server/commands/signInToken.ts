import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { setSubject, type Subject, writeActivity } from '../audit/activity'
import { databaseTime } from '../clock/databaseTime'
import { runCommand } from './command'
import { ConfigError } from '../config'
import { admins } from '../db/tables/schema'
import { isActive } from '../auth/sessions'
import { issueConsoleCode } from '../auth/signIns'
import { codeMinutes } from '../auth/tokens'

/** Prints a token for the second step of sign-in, for when mail can't be sent. The password is still required. */
const [email = ''] = process.argv.slice(2).filter((word) => word !== 'sign-in-token')

await runCommand(async (database) => {
  if (!email.includes('@'))
    throw new ConfigError('Whose token? For example: npm run sign-in-token -- ada@example.com')
  const now = await databaseTime(database)
  const code = await database.transaction(async (tx) => {
    const [admin] = await tx
      .select({ id: admins.id })
      .from(admins)
      .where(and(eq(admins.email, email.trim().toLowerCase()), isActive))
    if (!admin) throw new ConfigError(`There is no active admin with the email ${email}.`)
    const issued = await issueConsoleCode(tx, admin.id, now)
    const facts = { actor: { adminId: admin.id }, refused: undefined, reference: randomUUID(), now }
    const subject: Subject = {}
    await setSubject(subject, tx, 'admin', admin.id, "On the server's console.")
    await writeActivity(tx, { name: 'commands.signInToken' }, { ...facts, subject })
    return issued
  })
  process.stdout.write(
    `Sign-in token for ${email}: ${code}\nSign in with e-mail and password within ${codeMinutes} minutes, then enter it. It is good once.\n`,
  )
})
