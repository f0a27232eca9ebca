import { createCipheriv } from 'node:crypto'
import type { Call, Read } from '#contract/call'
import { toWire } from '#domain/wire'
import { type ListReply, pageIn } from '#transport/listPage'
import { loadDotEnv } from '#server/config'

export type Body = Record<string, unknown>
type Options = { port: number; token: string; timeNow?: () => number | Promise<number> }

/** Makes calls and times them; throws for a reply that is not a success. */
export function askerOf({ port, token, timeNow = () => performance.now() }: Options) {
  return async (call: Read, body: Body) => {
    const start = await timeNow()
    const reply = await fetch(`http://127.0.0.1:${port}/api/admin/${call.path}`, {
      method: 'POST',
      headers: {
        'content-type': call.encoding === 'form' ? 'application/x-www-form-urlencoded' : 'application/json',
        logintoken: token,
      },
      body: encoded(call, toWire(call.input, body) as Record<string, string>),
    })
    const json = (await reply.json()) as ListReply<unknown> & { status: string; message: string }
    if (json.status !== '200') throw new Error(`${call.path} answered ${json.status}: ${json.message}`)
    return {
      ms: (await timeNow()) - start,
      message: json.message,
      total: json.data ? (pageIn(json)?.total ?? 0) : 0,
    }
  }
}

export function encoded(call: Call, body: Record<string, string>): string {
  if (call.encoding === 'encrypted') return JSON.stringify(sealBody(body))
  return call.encoding === 'form' ? new URLSearchParams(body).toString() : JSON.stringify(body)
}

loadDotEnv()
/** Encrypts a body as the portal does. */
function sealBody(body: unknown) {
  const [key, iv] = [process.env.VITE_BODY_KEY ?? '', process.env.VITE_BODY_IV ?? ''].map((one) =>
    Buffer.from(one),
  )
  const cipher = createCipheriv('aes-256-cbc', key as Buffer, iv as Buffer)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(body)), cipher.final()])
  return { _isEncrypted: true, request_data: sealed.toString('base64') }
}
