import type { Context } from '../handler'
import { hashPassword, oneTimePassword } from './passwords'

const templates = {
  agent: {
    subject: 'Your Alajo agent password',
    after: () => 'You will choose your own when you first sign in to the agent app.',
  },
  admin: {
    subject: 'Your Alajo password',
    after: (signInUrl: string | undefined) =>
      `${signInUrl ? `Sign in at ${signInUrl}\n` : ''}You will choose your own when you first sign in with it.`,
  },
}

/**
 * Creates a one-time password, mails it after the commit, and returns its hash to store. If the mail fails, the reply
 * carries a warning: a password reset then sends a new one.
 */
export async function issuePassword(
  { services, afterCommit }: Context,
  whose: keyof typeof templates,
  to: string,
): Promise<string> {
  const password = oneTimePassword()
  const { subject, after } = templates[whose]
  const letter = {
    to,
    subject,
    text: `Your one-time password is ${password}\n\n${after(services.signInUrl)}\n`,
  }
  afterCommit(() =>
    services.mail.send(letter).then(
      () => undefined,
      () => mailFailedWarning(whose),
    ),
  )
  return hashPassword(password)
}

const mailFailedWarning = (whose: keyof typeof templates) =>
  `Saved, but the one-time password could not be sent by email. Reset the ${whose}'s password once mail works: that sends a new one.`
