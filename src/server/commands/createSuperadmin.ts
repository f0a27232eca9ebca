import { createInterface } from 'node:readline/promises'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { Email, FullName, Phone } from '#contract/values'
import { fromWire } from '#domain/wire'
import { runCommand } from './command'
import { ConfigError } from '../config'
import type { Database } from '../db/database'
import { seedBaseData } from '../seedBaseData'
import { admins, roles } from '../db/tables/schema'
import { hashPassword, oneTimePassword } from '../auth/passwords'

/**
 * Creates the first superadmin: asks for name, e-mail and phone number and prints a one-time password. The answers may
 * also be given as NAME, EMAIL and PHONE.
 */
async function createSuperadmin(database: Database) {
  const person = await askPerson()
  await seedBaseData(database)
  const [role] = await database.select().from(roles).where(eq(roles.name, 'SuperAdmin'))
  if (!role) throw new ConfigError('The role SuperAdmin is missing from this database.')
  const password = oneTimePassword()
  const created = await database
    .insert(admins)
    .values({
      ...person,
      passwordHash: await hashPassword(password),
      mustChangePassword: true,
      roleId: role.id,
    })
    .onConflictDoNothing()
    .returning({ id: admins.id })
  if (created.length === 0) throw new ConfigError(`An admin with the email ${person.email} already exists.`)
  process.stdout.write(`Superadmin ${person.email} created. One-time password: ${password}\n`)
}

async function askPerson() {
  const { NAME, EMAIL, PHONE } = process.env
  const prompt = createInterface({ input: process.stdin, output: process.stdout })
  // An iterator keeps lines that are pasted or piped before they are asked for; `question` loses them.
  const lines = prompt[Symbol.asyncIterator]()
  const ask = async (question: string) => {
    prompt.setPrompt(question)
    prompt.prompt()
    const { value, done } = await lines.next()
    return done ? '' : value
  }
  const name = NAME ?? (await ask('Full name: '))
  const email = EMAIL ?? (await ask('Email: '))
  const phoneNumber = PHONE ?? (await ask('Phone number (11 digits): '))
  prompt.close()
  const Person = v.object({ name: FullName, email: Email, phoneNumber: Phone })
  const typed = { name, email: email.trim().toLowerCase(), phoneNumber }
  const person = v.safeParse(Person, fromWire(Person, typed))
  if (!person.success) throw new ConfigError(person.issues.map((issue) => issue.message).join('\n'))
  return person.output
}

await runCommand(createSuperadmin)
