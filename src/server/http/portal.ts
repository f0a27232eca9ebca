import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export const unknownCall = { status: '400', message: 'There is no such call.' }

/** Shared caches store these files, so the reply must be the same for every browser. */
export const isHashed = (url: string) => url.startsWith('/assets/')

const policyHeader = 'content-security-policy'

/** Headers that only matter for pages; they are left out of hashed files. */
const headersOfPages = [
  policyHeader,
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** The build compresses the files; the better encoding comes first. */
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

type PortalFile = {
  type: string
  etag: string
  plain: Buffer
  packed: [encoding: string, bytes: Buffer][]
  /** The scripts that a page contains, by their hashes: its policy allows no others. */
  scripts: string[]
}

/**
 * Serves the built portal: its files, and the app's page for every other address. The files are read once at the start,
 * so a later build or deploy into the same folder does not affect a running server.
 */
export async function servePortal(app: FastifyInstance, folder: string | undefined) {
  const files = folder ? await readPortal(folder) : new Map<string, PortalFile>()
  const page = files.get('/app.html')
  for (const [url, file] of files) app.get(url, (request, reply) => send(file, request, reply))
  const index = files.get('/index.html')
  if (index) app.get('/', (request, reply) => send(index, request, reply))
  app.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith('/api/')) return reply.code(404).send(unknownCall)
    const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
    if (!page || !isPage) return reply.code(404).type('text/plain').send('Not found')
    return send(page, request, reply)
  })
}

async function readPortal(folder: string): Promise<Map<string, PortalFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries.filter((one) => one.isFile()).map((one) => path.join(one.parentPath, one.name))
  const packed = new Set(encodings.map(([, ending]) => ending as string))
  const read = names
    .filter((name) => !packed.has(path.extname(name)) && types[path.extname(name)])
    .map(async (name) => {
      const url = `/${path.relative(folder, name).replaceAll(path.sep, '/')}`
      return [url, await readPortalFile(name, names)] as const
    })
  return new Map(await Promise.all(read))
}

async function readPortalFile(name: string, names: readonly string[]): Promise<PortalFile> {
  const plain = await readFile(name)
  const packed: PortalFile['packed'] = []
  for (const [encoding, ending] of encodings)
    if (names.includes(name + ending)) packed.push([encoding, await readFile(name + ending)])
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  const type = types[path.extname(name)] as string
  const scripts = type.startsWith('text/html') ? scriptHashes(plain.toString()) : []
  return { type, etag, plain, packed, scripts }
}

const scriptHashes = (html: string) =>
  [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )

function send(file: PortalFile, request: FastifyRequest, reply: FastifyReply) {
  const hashed = isHashed(request.url)
  // Helmet sets headers on the raw reply.
  if (hashed) for (const name of headersOfPages) reply.removeHeader(name).raw.removeHeader(name)
  if (file.scripts.length > 0) {
    const policy = String(reply.raw.getHeader(policyHeader))
    const allowed = ["script-src 'self'", ...file.scripts].join(' ')
    reply.header(
      policyHeader,
      policy.replace("script-src 'self'", () => allowed),
    )
  }
  reply
    .header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('vary', 'accept-encoding')
    .header('etag', `W/${file.etag}`)
  const etags = request.headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''))
  if (etags?.includes(file.etag)) return reply.code(304).send()
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const [encoding, bytes] = file.packed.find(([name]) => accepts(accepted, name)) ?? []
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type(file.type).send(bytes ?? file.plain)
}

/** 'br' in 'gzip, deflate, br;q=0.9', and not in 'br;q=0'. */
const accepts = (accepted: string, encoding: string) =>
  accepted.split(',').some((one) => {
    const [name, weight] = one.trim().split(/\s*;\s*q=/)
    return name === encoding && Number(weight ?? 1) > 0
  })
