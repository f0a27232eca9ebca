import { deviceMs } from '#device/deviceMs'
import * as v from 'valibot'
import { callIdHeader, contentDigestHeader, unencodedDigestHeader } from '#contract/bodyDigest'
import { type Envelope, Problem, requestIdHeader } from '#contract/problems'
import {
  maxPartBytes,
  maxTableBytes,
  maxUploadBytes,
  partPath,
  UploadReply,
  uploadPath,
} from '#contract/uploads'
import { fromWire } from '#domain/wire'
import { currentAuth } from '#device/auth'
import { reportNoReply, reportReply } from './connection'
import { digestField } from './bodyDigest'
import { apiBase, jsonIn, rejectFailure, rejectMixedUp, sessionHeaders, unreadable } from './send'
import { smallerPhoto } from './smallerPhoto'

type Options = {
  signal: AbortSignal
  /** Gets the part that was sent, from 0 to 1. */
  onProgress: (part: number) => void
}

/**
 * Sends a file and returns the id by which a change names it. Throws a Problem on any failure; it can be sent again, for
 * a file that no change names is removed by the server.
 */
export async function upload(file: File, options: Options): Promise<number> {
  const body = await smallerPhoto(file)
  if (body.size > maxUploadBytes)
    throw new Problem('refused', `${file.name} is larger than 10 MB. Choose a smaller file.`)
  return sendBytes(uploadPath, body, options)
}

/**
 * Sends a file of books in parts, one after another, and returns the ids of its parts in their order. A part whose reply is lost
 * is sent again once; what no change names is removed by the server.
 */
export async function uploadTable(file: File, { signal, onProgress }: Options): Promise<number[]> {
  if (file.size === 0) throw new Problem('refused', `${file.name} is empty.`)
  if (file.size > maxTableBytes) throw new Problem('refused', `${file.name} is larger than 200 MB. Split it.`)
  const ids: number[] = []
  for (let from = 0; from < file.size; from += maxPartBytes) {
    const part = file.slice(from, from + maxPartBytes)
    const progress = (sent: number) => onProgress((from + sent * part.size) / file.size)
    const send = () => sendBytes(partPath, part, { signal, onProgress: progress })
    ids.push(
      await send().catch((error: unknown) => {
        if (error instanceof Problem && error.code === 'offline') return send()
        throw error
      }),
    )
  }
  return ids
}

/** Sends a body to a path for files and returns its id. */
async function sendBytes(path: string, body: Blob, options: Options): Promise<number> {
  const token = currentAuth()?.accessToken
  // Read once: what is sent is what the digest is of, even if the file changes meanwhile.
  const bytes = await body.arrayBuffer().catch((cause: unknown) => {
    throw new Problem('refused', 'The file can’t be read. Choose it again.', { cause })
  })
  const id = crypto.randomUUID()
  const headers = {
    ...sessionHeaders(token),
    'content-type': 'application/octet-stream',
    [contentDigestHeader]: await digestField(bytes),
    [callIdHeader]: id,
  }
  options.signal.throwIfAborted()
  const response = await post(path, bytes, headers, options)
  const answer = await response.arrayBuffer()
  await rejectMixedUp({ kind: 'read' }, response, id, answer)
  reportReply()
  const reply = (jsonIn(answer) ?? {}) as Envelope & Record<string, unknown>
  if (typeof reply.status !== 'string') throw new Problem('unavailable', 'The file could not be uploaded.')
  rejectFailure({ kind: 'read' }, response, reply, token)
  const parsed = v.safeParse(UploadReply, fromWire(UploadReply, reply))
  if (!parsed.success) throw unreadable(response)
  return parsed.output.data.id
}

/** XMLHttpRequest, because fetch does not report the progress of an upload. */
const post = (
  path: string,
  body: ArrayBuffer,
  headers: Record<string, string>,
  { signal, onProgress }: Options,
) =>
  new Promise<Response>((resolve, reject) => {
    const sentAt = deviceMs()
    const request = new XMLHttpRequest()
    request.open('POST', `${apiBase}/${path}`)
    request.withCredentials = true
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const headers = new Headers()
      for (const name of ['retry-after', requestIdHeader, callIdHeader, unencodedDigestHeader]) {
        const value = request.getResponseHeader(name)
        if (value !== null) headers.set(name, value)
      }
      resolve(new Response(request.responseText, { status: request.status, headers }))
    }
    request.onerror = () => {
      reportNoReply(sentAt)
      reject(new Problem('offline', 'The file was not uploaded. Check your connection and try again.'))
    }
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
    signal.addEventListener('abort', () => request.abort())
    request.send(body)
  })
