import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'

export type Letter = { to: string; subject: string; text: string }
export type Mail = { send: (letter: Letter) => Promise<void>; settled: () => Promise<void> }

/** Sends by SMTP_URL, or else writes one .eml file a letter into `outbox`. */
export function openMail(options: { smtpUrl: string | undefined; from: string; outbox: string }): Mail {
  const transport = options.smtpUrl
    ? createTransport(options.smtpUrl)
    : createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  const onTheWay = new Set<Promise<void>>()

  async function deliver(letter: Letter) {
    const sent = await transport.sendMail({ from: options.from, ...letter })
    if (options.smtpUrl) return
    await mkdir(options.outbox, { recursive: true, mode: 0o700 })
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`
    const { message } = sent as unknown as { message: Buffer }
    await writeFile(path.join(options.outbox, name), message, { mode: 0o600 })
  }

  return {
    send: (letter) => {
      const sending = deliver(letter).finally(() => onTheWay.delete(sending))
      onTheWay.add(sending)
      return sending
    },
    settled: async () => {
      await Promise.allSettled(onTheWay)
    },
  }
}
