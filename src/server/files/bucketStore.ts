import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { Bucket } from '../config'
import { maxFileBytes } from './fileTypes'

const secondsToWait = 10

/** An S3-compatible bucket with its objects at endpoint/bucket/name. */
export function bucketStore({ endpoint, bucket, region, accessKeyId, secretAccessKey }: Bucket) {
  // No retries: a user is waiting and can try again.
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })

  async function send(
    name: string,
    init: { method: 'GET' | 'DELETE' } | { method: 'PUT'; body: Uint8Array<ArrayBuffer> },
  ) {
    const body = 'body' in init ? init.body : ''
    const request = client.fetch(`${endpoint}/${bucket}/${name}`, {
      ...init,
      headers: { 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') },
      // A signed request must not follow redirects.
      redirect: 'error',
      signal: AbortSignal.timeout(secondsToWait * 1000),
    })
    const response = await request.catch((cause: unknown) => {
      throw new Error('The bucket of FILES_URL could not be reached.', { cause })
    })
    if (!response.ok) await response.body?.cancel()
    return response
  }
  const fault = (status: number) => new Error(`The bucket of FILES_URL answered with HTTP ${status}.`)

  return {
    async read(name: string): Promise<Buffer | undefined> {
      const response = await send(name, { method: 'GET' })
      if (response.status === 404) return undefined
      if (!response.ok) throw fault(response.status)
      return await readAll(response)
    },
    async put(name: string, bytes: Uint8Array) {
      const response = await send(name, { method: 'PUT', body: new Uint8Array(bytes) })
      if (!response.ok) throw fault(response.status)
      await response.body?.cancel()
    },
    async remove(name: string) {
      const response = await send(name, { method: 'DELETE' })
      if (!response.ok && response.status !== 404) throw fault(response.status)
      await response.body?.cancel()
    },
  }
}

/** Reads the body up to the size limit, whatever length it claims. */
async function readAll(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > maxFileBytes) throw new Error('A stored file is larger than the server reads.')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
