import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

export const unknownCall = { status: '400', message: 'There is no such call.' }

/** Shared caches keep these files: nothing in the reply may be meant for one browser. */
export const isHashed = (url: string) => url.startsWith('/assets/')

/** They mean something for a page and nothing for a script; thirty files of a first visit go without them. */
const headersOfPages = [
  'content-security-policy',
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

/** The built portal: files as they are, and for every other address the page that holds the app. */
export async function servePortal(app: FastifyInstance, folder: string | undefined) {
  if (folder)
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      index: ['index.html'],
      cacheControl: false,
      setHeaders: (response, file) => {
        const hashed = /[/\\]assets[/\\]/.test(file)
        response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
        if (hashed) for (const name of headersOfPages) response.removeHeader(name)
      },
    })
  app.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith('/api/')) return reply.code(404).send(unknownCall)
    const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
    if (!folder || !isPage) return reply.code(404).type('text/plain').send('Not found')
    return reply.header('cache-control', 'no-cache').sendFile('app.html')
  })
}
