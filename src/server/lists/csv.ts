import { pipeline, Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { Problem } from '#contract/problems'
import { byteOrderMark, csvLine } from '#domain/csvFile'
import type { CsvRows } from '../wire/csvRows'

/** Per admin, so that one person's exports can't fill the server. */
const exportsAtOnce = 2
const running = new Map<number, number>()

/**
 * Sends the file as it is read. The embedded database has one connection, which a slow reader must not hold:
 * there the file (20,000 rows at the most) is made first.
 */
export async function sendCsv(file: CsvRows, adminId: number, reply: FastifyReply, makeFirst: boolean) {
  const already = running.get(adminId) ?? 0
  if (already >= exportsAtOnce)
    throw new Problem('busy', 'Two downloads are already running. Wait for one to finish.', {
      retryAfterSeconds: 5,
    })
  running.set(adminId, already + 1)
  const done = () => {
    const left = (running.get(adminId) ?? 1) - 1
    if (left > 0) running.set(adminId, left)
    else running.delete(adminId)
  }
  const text = textOf(file)
  const parts: string[] = []
  try {
    // The first rows before the first byte: a database that fails can still be answered for.
    do {
      const part = await text.next()
      if (part.done) break
      parts.push(part.value)
    } while (makeFirst)
  } catch (error) {
    done()
    throw error
  }
  if (reply.sent) {
    done()
    await text.return(undefined)
    return reply
  }
  const body = Readable.from(bothOf(parts, text))
  body.once('close', () => {
    done()
    // Also where the reader was gone before a byte was asked for: the rows' connection is given back.
    void text.return(undefined)
  })
  return reply.type('text/csv; charset=utf-8').send(compressed(body, reply))
}

/**
 * Files compress nearly as well with little effort as with much (docs/performance.md). What is written goes out: left to
 * itself, a compressor keeps all of it until its end.
 */
const compressors = {
  br: () =>
    createBrotliCompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: 2 },
    }),
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH, level: 1 }),
}

/** Not by Fastify's plugin, which logs the words of a fault: they may quote a row. */
function compressed(body: Readable, reply: FastifyReply): Readable {
  const accepted = (reply.request.headers['accept-encoding'] ?? '').split(',')
  const encoding = (['br', 'gzip'] as const).find((name) =>
    accepted.some((one) => one.trim().startsWith(name) && !/;\s*q=0(\.0*)?\s*$/.test(one)),
  )
  if (!encoding) return body
  // Behind another host's portal it varies with the origin already.
  const varies = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ')
  reply.header('content-encoding', encoding).header('vary', varies)
  // A fault comes to whoever reads: Fastify, which cuts the reply off.
  return pipeline(body, compressors[encoding](), () => {})
}

async function* bothOf(parts: readonly string[], rest: AsyncGenerator<string>) {
  yield* parts
  yield* rest
}

/** The heading comes with the first rows. */
async function* textOf({ columns, lines }: CsvRows): AsyncGenerator<string> {
  let heading = byteOrderMark + csvLine(columns.map(({ header }) => ({ kind: 'text', value: header })))
  for await (const some of lines()) {
    yield heading + some
    heading = ''
  }
  if (heading) yield heading
}
