import type { Context } from './handler'
import { hashPassword, oneTimePassword } from './passwords'

const letters = {
  agent: {
    subject: 'Your Alajo agent password',
    after: 'You will choose your own when you first sign in to the agent app.',
  },
  admin: {
    subject: 'Your Alajo password',
    after: 'You will choose your own when you first sign in with it.',
  },
}

/** Makes a one-time password, mails it once the change stands, and gives its hash to keep. */
export async function issuePassword(
  { services, afterCommit }: Context,
  whose: keyof typeof letters,
  to: string,
): Promise<string> {
  const password = oneTimePassword()
  const { subject, after } = letters[whose]
  const letter = { to, subject, text: `Your one-time password is ${password}\n\n${after}\n` }
  const failed = (error: Error) =>
    services.log.error({ name: error.name }, `an ${whose} password could not be mailed`)
  afterCommit(() => void services.mail.send(letter).catch(failed))
  return hashPassword(password)
}
