import { pipeline, Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { Problem } from '#contract/problems'
import { type FileForm, fileTypes } from '#contract/values'
import { csvFile } from '#domain/lists/csvFile'
import { CsvRows } from '../wire/csvRows'
import type { FileParts } from '../wire/fileParts'
import { workbookOf } from './workbook'

/** Limit per admin, so that one admin's exports can't overload the server. */
const exportsAtOnce = 2
const running = new Map<number, number>()

/**
 * Streams the file as it is read. With the embedded database the file (of a list 20,000 rows at most) is buffered first,
 * because a slow client must not hold its only connection.
 */
export async function sendDownload(
  file: CsvRows | FileParts,
  adminId: number,
  reply: FastifyReply,
  { bufferFirst, form }: { bufferFirst: boolean; form: FileForm },
) {
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
  const text: AsyncGenerator<string | Buffer> =
    file instanceof CsvRows
      ? form === 'xlsx'
        ? workbookOf(file)
        : csvFile(file.columns, file.lines())
      : file.parts()
  const parts: (string | Buffer)[] = []
  try {
    // Reads the first rows before sending: a database error can still be reported.
    do {
      const part = await text.next()
      if (part.done) break
      parts.push(part.value)
    } while (bufferFirst)
  } catch (error) {
    done()
    throw error
  }
  if (reply.sent) {
    done()
    await text.return(undefined)
    return reply
  }
  const body = Readable.from(concat(parts, text))
  body.once('close', () => {
    done()
    // Releases the connection, even if the client left before the first byte.
    void text.return(undefined)
  })
  const type = file instanceof CsvRows ? fileTypes[form] : file.type
  return reply.type(type).send(type.startsWith('text/') ? compressed(body, reply) : body)
}

/**
 * Low effort compresses these files nearly as well as high effort (docs/change/performance.md). Flushes each write: by default
 * a compressor buffers until the end.
 */
const compressors = {
  br: () =>
    createBrotliCompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: 2 },
    }),
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH, level: 1 }),
}

/** Not by Fastify's plugin, which logs error messages: they may quote a row. */
function compressed(body: Readable, reply: FastifyReply): Readable {
  const accepted = (reply.request.headers['accept-encoding'] ?? '').split(',')
  const encoding = (['br', 'gzip'] as const).find((name) =>
    accepted.some((one) => one.trim().startsWith(name) && !/;\s*q=0(\.0*)?\s*$/.test(one)),
  )
  if (!encoding) return body
  // With CORS the reply already varies with the origin.
  const varies = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ')
  reply.header('content-encoding', encoding).header('vary', varies)
  // Errors reach the reader of the stream: Fastify, which aborts the reply.
  return pipeline(body, compressors[encoding](), () => {})
}

async function* concat<Part>(parts: readonly Part[], rest: AsyncGenerator<Part>) {
  yield* parts
  yield* rest
}
