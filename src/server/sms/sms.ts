import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder, syncFolder } from '../durable'
import { machineClock } from '../clock/databaseTime'
import type { SmsGateway } from './settings'
import { escapeFor, fill, inAddress, type TemplateValues, withCountryCode } from './template'

export type SmsMessage = { id: number; phone: string; text: string }
/** Resolves once the gateway has accepted the message; rejects with an SmsFault. */
export type SendSms = (message: SmsMessage, stopping: AbortSignal) => Promise<void>

/** Why a message was not accepted: a code without the gateway's text, which may quote number and message. */
export class SmsFault extends Error {
  constructor(
    readonly code: string,
    /** The gateway does not serve at present; otherwise only this message is in doubt. */
    readonly isOutage: boolean,
  ) {
    super(code)
  }
}

/** Statuses by which a gateway says that it takes no message at present, rather than not this one. */
const outageStatuses = new Set([401, 402, 403, 404, 407, 408, 429])

/** Sends by an HTTP gateway, or else writes each message as a file to `outbox`. */
export const openSms = (options: { gateway: SmsGateway | undefined; outbox: string }): SendSms =>
  options.gateway ? sendBy(options.gateway) : writeTo(options.outbox)

const sendBy =
  ({ url, method, headers, body, timeoutMs }: SmsGateway): SendSms =>
  async (message, stopping) => {
    const values = valuesOf(message)
    const timeout = AbortSignal.timeout(timeoutMs)
    const response = await fetch(fill(url, values, inAddress), {
      method,
      headers,
      // A redirected message would go to a host that nobody configured.
      redirect: 'manual',
      signal: AbortSignal.any([timeout, stopping]),
      ...(body !== undefined && { body: fill(body, values, escapeFor(headers['content-type'] ?? '')) }),
    }).catch((error: unknown) => {
      throw new SmsFault(codeOf(error, { timeout, stopping }), true)
    })
    // Success is the status: the body is not read, and can't delay the next message.
    await response.body?.cancel().catch(() => {})
    const { status, ok } = response
    if (!ok) throw new SmsFault(`HTTP ${status}`, status >= 500 || outageStatuses.has(status))
  }

function codeOf(error: unknown, signals: { timeout: AbortSignal; stopping: AbortSignal }): string {
  if (signals.timeout.aborted) return 'ETIMEDOUT'
  if (signals.stopping.aborted) return 'server stopped'
  const { cause } = error as { cause?: { code?: unknown } }
  return typeof cause?.code === 'string' ? cause.code : 'no connection'
}

const writeTo =
  (outbox: string): SendSms =>
  async ({ id, phone, text }) => {
    try {
      await makeFolder(outbox)
      const name = `${machineClock.now().toISOString().replaceAll(':', '-')}-sms-${id}.txt`
      const message = `To: ${phone}\n\n${text}\n`
      await writeFile(path.join(outbox, name), message, { mode: 0o600, flush: true })
      await syncFolder(outbox)
    } catch (error) {
      throw new SmsFault((error as NodeJS.ErrnoException).code ?? 'not written', true)
    }
  }

const valuesOf = ({ id, phone, text }: SmsMessage): TemplateValues => ({
  id: String(id),
  phone,
  international: withCountryCode(phone),
  text,
})
