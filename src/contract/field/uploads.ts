import * as v from 'valibot'
import { maxUploadBytes, uploadTypes } from '#contract/uploads'
import { optionalText } from '../values'
import { fieldCall } from './call'
import { Count, described, Instant, OwnId } from './values'

/** An upload that nothing has used is removed after so many hours. */
export const uploadHours = 24
/** Uploads of an agent that nothing has used yet. */
export const mostUploads = 40
/** A request with fewer bytes must end the file. */
export const leastPart = 16_384
/** The server keeps what it has received each time it has so many bytes. */
export const partBytes = 1_048_576

const Offset = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxUploadBytes))
const upload = {
  id: OwnId,
  size: described(Count, 'In bytes.'),
  offset: described(Count, 'How many of them the server has.'),
  state: described(
    v.picklist(['open', 'complete', 'used', 'refused']),
    '`open` for more bytes; `complete`: it can be used, once; `used`; `refused`: see `message`, and announce another one.',
  ),
  message: described(optionalText, 'Why it was refused.'),
  expires_at: described(Instant, 'When it is removed, unless it is used before.'),
}
const uploadHeaders = { offset: 'upload-offset', size: 'upload-length' } as const
const id = v.object({ id: OwnId })

export const uploadCalls = {
  createUpload: fieldCall({
    name: 'createUpload',
    method: 'POST',
    path: '/uploads',
    access: 'primary',
    summary: 'Announces a file',
    description: `A photo (JPEG or PNG) or a PDF of at most ${maxUploadBytes / 1_048_576} MB. Then its bytes are sent, in as many requests as it takes, as in tus 1.0: \`sendUpload\` from the offset that \`getUpload\` says. The same \`id\` again says how far it is. What is not used within ${uploadHours} hours is removed; an agent may have ${mostUploads} of these.`,
    input: v.object({
      id: OwnId,
      size: described(
        v.pipe(
          v.number(),
          v.integer(),
          v.minValue(1, 'The file is empty.'),
          v.maxValue(maxUploadBytes, `A file may have at most ${maxUploadBytes / 1_048_576} MB.`),
        ),
        'In bytes.',
      ),
      sha256: described(
        v.pipe(
          v.string(),
          v.regex(/^[0-9a-f]{64}$/, 'The SHA-256 is 64 hexadecimal digits in small letters.'),
        ),
        'Of the whole file, in hexadecimal digits.',
      ),
      type: described(
        v.picklist(uploadTypes, 'Only PNG, JPEG and PDF files can be uploaded.'),
        'The file’s first bytes must be of it.',
      ),
    }),
    output: v.object(upload),
    replyHeaders: uploadHeaders,
    example: {
      id: '9b2e1c36-7f5a-4d3e-8c1b-2a6f4e8d7c59',
      size: 245_760,
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      type: 'image/jpeg',
    },
  }),
  getUpload: fieldCall({
    name: 'getUpload',
    method: 'GET',
    path: '/uploads/{id}',
    access: 'device',
    summary: 'How far an upload is',
    description: 'HEAD gets its headers alone.',
    input: id,
    output: v.object(upload),
    replyHeaders: uploadHeaders,
  }),
  sendUpload: fieldCall({
    name: 'sendUpload',
    method: 'PATCH',
    path: '/uploads/{id}',
    access: 'primary',
    summary: 'Sends bytes of a file',
    description: `From \`Upload-Offset\`, which must be where the upload is: else 409. A request may have all that is left, and at least ${leastPart} bytes, unless they end the file; what arrived of one that broke off counts, from as many on. With the last byte the file is checked: other bytes than announced begin again at 0, another type is refused for good.`,
    input: v.object({
      ...id.entries,
      offset: described(v.pipe(Offset, v.metadata({ wire: 'id' })), 'Where these bytes begin.'),
    }),
    headers: { offset: 'upload-offset' },
    bytes: 'application/offset+octet-stream',
    output: v.object(upload),
    replyHeaders: uploadHeaders,
  }),
}
export type FieldUpload = v.InferOutput<typeof uploadCalls.getUpload.output>
