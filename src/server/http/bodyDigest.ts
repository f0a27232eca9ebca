import { createHash, type Hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  callIdHeader,
  contentDigestHeader,
  sha256Field,
  sha256In,
  unencodedDigestHeader,
} from '#contract/bodyDigest'
import { ServerBusy } from '../errors/refusals'
import type { Services } from '../services'

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the body, once it was read whole: whether its sender's digest is of it. */
    isBodySent?: boolean
  }
}

/** Busy, so that the portal says that nothing was done, and a further try has the same idempotency key. */
class BodyChanged extends ServerBusy {
  constructor() {
    super(
      'This request was changed on its way to the server, by a proxy or by the network. Nothing was done: try again.',
    )
  }
}

/**
 * Refuses a body that is not the one its sender's Content-Digest is of, before anything is read from it: proxies were seen to send a
 * request with the body of another one. Requests without the header are taken as they are.
 */
export function checkDigests(app: FastifyInstance, services: Services) {
  const changed = (request: FastifyRequest) => {
    // Once a request.
    if (request.isBodySent !== false) {
      request.isBodySent = false
      services.observeChangedBody?.()
      services.log.error(
        { reqId: request.id, path: request.routeOptions.url },
        'a body is not the one that was sent: a proxy in front of this server changes or mixes requests',
      )
    }
    return new BodyChanged()
  }
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const sent = digestIn(request)
    if (sent === undefined) return done(null, payload)
    // Nothing is read before the body's own reader asks for it.
    const checked = Readable.from(
      (async function* () {
        const hash = createHash('sha256')
        for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
          hash.update(chunk)
          yield chunk
        }
        if (base64Of(hash) !== sent) throw changed(request)
        request.isBodySent = true
      })(),
      { objectMode: false, highWaterMark: 65_536 },
    )
    // Its reader may have gone, as from a body that is too large.
    checked.on('error', () => {})
    done(null, checked)
  })
  // A body that got lost is not read.
  app.addHook('preHandler', (request, _reply, done) => {
    const isUnread = request.body === undefined && request.isBodySent !== true
    done(isUnread && digestIn(request) !== undefined ? changed(request) : undefined)
  })
}

const digestIn = ({ headers }: FastifyRequest) => {
  const field = headers[contentDigestHeader]
  return typeof field === 'string' ? sha256In(field) : undefined
}
const base64Of = (hash: Hash) => hash.digest('base64')

/** By these the portal notices a reply that belongs to another request. A stream has no digest, for it is sent as it is made. */
export function signReply({ headers }: FastifyRequest, reply: FastifyReply, payload: unknown) {
  const id = headers[callIdHeader]
  if (typeof id !== 'string' || !/^[0-9a-f-]{36}$/.test(id)) return
  reply.header(callIdHeader, id)
  if (typeof payload === 'string' || Buffer.isBuffer(payload))
    reply.header(unencodedDigestHeader, sha256Field(base64Of(createHash('sha256').update(payload))))
}
