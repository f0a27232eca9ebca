import { randomUUID } from 'node:crypto'
import { access, constants, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { createTransport } from 'nodemailer'
import { makeFolder, syncFolder } from '../durable'
import { machineClock } from '../clock/databaseTime'
import { withTimeout } from '../withTimeout'

export type MailMessage = { to: string; subject: string; text: string }
export type Mail = {
  /** Resolves once the mail server has accepted the message; rejects after ten seconds. */
  send: (mail: MailMessage) => Promise<void>
  settled: () => Promise<void>
  /** Whether the last attempt failed: a message, or the check at start and every minute after a failure. */
  isFailing: () => boolean
}

const sendMs = 10_000
const timeouts = {
  connectionTimeout: 5_000,
  greetingTimeout: 5_000,
  socketTimeout: 10_000,
  dnsTimeout: 5_000,
}
const recheckMs = 60_000
/** A mail server that refuses so many recipients one after the other takes mail for nobody: it does not relay, or not for this sender. */
const manyRefused = 3

type SmtpError = Error & { code?: string; responseCode?: number; command?: string }
/** A mailbox that does not exist, is full or is closed: other mails are sent. */
const isOfRecipient = ({ code, command }: SmtpError) => code === 'EENVELOPE' && command === 'RCPT TO'

/** Sends by SMTP_URL, or else writes each message as an .eml file to `outbox`. */
export function openMail(options: {
  smtpUrl: string | undefined
  from: string
  outbox: string
  log?: Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>
}): Mail & { check: () => Promise<void> } {
  const { smtpUrl, from, outbox, log } = options
  const transport = smtpUrl
    ? createTransport({ url: smtpUrl, ...timeouts })
    : createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  const pending = new Set<Promise<void>>()
  let isFailing = false
  /** Recipients that the mail server has refused since it took a message. */
  const refused = new Set<string>()
  let recheck: NodeJS.Timeout | undefined

  async function deliver(mail: MailMessage) {
    const sent = await transport.sendMail({ from, ...mail })
    if (smtpUrl) return
    await makeFolder(outbox)
    const name = `${machineClock.now().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`
    const { message } = sent as unknown as { message: Buffer }
    await writeFile(path.join(outbox, name), message, { mode: 0o600, flush: true })
    await syncFolder(outbox)
  }

  async function verifyTransport() {
    if (smtpUrl) await transport.verify()
    else {
      await makeFolder(outbox)
      await access(outbox, constants.W_OK)
    }
  }

  /** Records the result of an attempt for readyz and the log: error codes only, no addresses or server messages. */
  async function attempt(work: Promise<unknown>, to?: string) {
    try {
      await withTimeout(sendMs, work, () =>
        Object.assign(new Error('no response in time'), { code: 'ETIMEDOUT' }),
      )
      if (to !== undefined) refused.clear()
      if (isFailing) log?.info('mail can be sent again')
      isFailing = false
      clearInterval(recheck)
      recheck = undefined
    } catch (error) {
      const { name, code, responseCode } = error as SmtpError
      if (to !== undefined && isOfRecipient(error as SmtpError) && refused.add(to).size < manyRefused) {
        log?.warn({ name, code, responseCode }, 'a mail was refused for its recipient')
        throw error
      }
      isFailing = true
      recheck ??= setInterval(() => void check(), recheckMs).unref()
      log?.error({ name, code, responseCode }, 'mail can not be sent')
      throw error
    }
  }
  const check = () => attempt(verifyTransport()).catch(() => {})

  return {
    send: (mail) => {
      const sending = attempt(deliver(mail), mail.to).finally(() => pending.delete(sending))
      pending.add(sending)
      return sending
    },
    settled: async () => {
      clearInterval(recheck)
      await Promise.allSettled(pending)
    },
    isFailing: () => isFailing,
    check,
  }
}
