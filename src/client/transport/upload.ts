import * as v from 'valibot'
import { type Envelope, Problem } from '#contract/problems'
import { maxUploadBytes, UploadReply, uploadPath } from '#contract/uploads'
import { fromWire } from '#domain/wire'
import { currentAuth } from '#device/auth'
import { reportNoReply, reportReply } from './connection'
import { apiBase, rejectFailure, sessionHeaders } from './send'
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
export async function upload(file: File, { signal, onProgress }: Options): Promise<number> {
  const body = await smallerPhoto(file)
  if (body.size > maxUploadBytes)
    throw new Problem('refused', `${file.name} is larger than 10 MB. Choose a smaller file.`)
  const token = currentAuth()?.accessToken
  const response = await post(body, token, { signal, onProgress })
  reportReply()
  const reply: Envelope & Record<string, unknown> = await response.json().catch(() => ({}))
  if (typeof reply.status !== 'string') throw new Problem('unavailable', 'The file could not be uploaded.')
  rejectFailure({ kind: 'read' }, response, reply, token)
  const parsed = v.safeParse(UploadReply, fromWire(UploadReply, reply))
  if (!parsed.success) throw new Problem('unavailable', 'Unexpected API response structure.')
  return parsed.output.data.id
}

/** XMLHttpRequest, because fetch does not report the progress of an upload. */
const post = (body: Blob, token: string | undefined, { signal, onProgress }: Options) =>
  new Promise<Response>((resolve, reject) => {
    const sentAt = Date.now()
    const request = new XMLHttpRequest()
    request.open('POST', `${apiBase}/${uploadPath}`)
    request.withCredentials = true
    const headers = { ...sessionHeaders(token), 'content-type': 'application/octet-stream' }
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const retryAfter = request.getResponseHeader('retry-after')
      resolve(
        new Response(request.responseText, {
          status: request.status,
          headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
        }),
      )
    }
    request.onerror = () => {
      reportNoReply(sentAt)
      reject(new Problem('offline', 'The file was not uploaded. Check your connection and try again.'))
    }
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
    signal.addEventListener('abort', () => request.abort())
    request.send(body)
  })
