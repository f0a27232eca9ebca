import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import type { Bucket } from '#server/config'

const keys = { accessKeyId: 'AKTEST', secretAccessKey: 'the/secret+of=tests' }
const region = 'eu-west-1'

/** An S3 server with the operations that the store uses; it computes each signature itself. */
export async function startBucket() {
  const objects = new Map<string, Buffer>()
  const requests: string[] = []
  const server = createServer((request, response) => void reply(request, response))

  async function reply(request: IncomingMessage, response: ServerResponse) {
    const body = await buffer(request)
    const name = request.url?.replace('/alajo-files/', '') ?? ''
    const signed = isSigned(request, body)
    requests.push(`${request.method} ${request.url} ${signed ? 'signed' : 'not signed'}`)
    if (!signed) return response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
    if (name === 'fails') return response.writeHead(503).end()
    if (name === 'is-elsewhere') return response.writeHead(307, { location: '/alajo-files/card-1' }).end()
    if (name === 'never-ends') return Readable.from(zeros()).pipe(response)
    if (request.method === 'PUT') objects.set(name, body)
    if (request.method === 'DELETE') {
      objects.delete(name)
      return response.writeHead(204).end()
    }
    const object = objects.get(name)
    return object
      ? response.end(object)
      : response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const config: Bucket = { endpoint: `http://127.0.0.1:${port}`, bucket: 'alajo-files', region, ...keys }
  return {
    config,
    requests,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function* zeros() {
  for (;;) yield Buffer.alloc(65_536)
}

/** Signature version 4, of the method, the address, the signed headers and the body. */
function isSigned({ method, url, headers }: IncomingMessage, body: Buffer): boolean {
  const header = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/
  const [, credential = '', names = '', signature] = header.exec(headers.authorization ?? '') ?? []
  const time = String(headers['x-amz-date'])
  const scope = [time.slice(0, 8), region, 's3', 'aws4_request']
  const bodyHash = createHash('sha256').update(body).digest('hex')
  const covered = names.split(';')
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => covered.includes(name))) return false
  if (credential !== [keys.accessKeyId, ...scope].join('/')) return false
  if (headers['x-amz-content-sha256'] !== bodyHash) return false
  const lines = covered.map((name) => `${name}:${String(headers[name])}\n`).join('')
  const text = [method, url, '', lines, names, bodyHash].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', time, scope.join('/'), createHash('sha256').update(text).digest('hex')]
  const key = scope.reduce<Buffer | string>((above, part) => hmac(above, part), `AWS4${keys.secretAccessKey}`)
  return hmac(key, toSign.join('\n')).toString('hex') === signature
}

const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()
