import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { FastifyInstance } from 'fastify'
import { fieldBase } from '#contract/field/call'
import { fieldDocument } from './fieldDocument'
import { portalDocument } from './portalDocument'

const viewerFiles = { 'viewer.js': 'swagger-ui-bundle.js', 'viewer.css': 'swagger-ui.css' } as const
const types = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' }

/** Files of their own, because the policy of pages allows no script in them. */
const page = (title: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="docs/viewer.css">
</head>
<body>
<div id="viewer"></div>
<script src="docs/viewer.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`
/** `docExpansion`: whether the calls are shown at once; hundreds are not. */
const start = (docExpansion: 'list' | 'none') =>
  `SwaggerUIBundle(${JSON.stringify({ url: 'openapi.json', dom_id: '#viewer', docExpansion, validatorUrl: null })})\n`

/**
 * Serves the descriptions of both interfaces, made at the first request from the schemas that check their bodies, and a page that shows
 * each: the viewer's files come with this server, from no other address.
 */
export function serveDocuments(app: FastifyInstance) {
  const described = [
    { base: fieldBase, title: 'Alajo: the collectors’ interface', make: fieldDocument, shown: 'list' },
    { base: '/api/admin', title: 'Alajo: the portal’s calls', make: portalDocument, shown: 'none' },
  ] as const
  for (const { base, title, make, shown } of described) {
    let made: string | undefined
    app.get(`${base}/openapi.json`, (_request, reply) => {
      made ??= JSON.stringify(make())
      return reply.type('application/json; charset=utf-8').send(made)
    })
    app.get(`${base}/docs`, (_request, reply) => reply.type('text/html; charset=utf-8').send(page(title)))
    app.get(`${base}/docs/start.js`, (_request, reply) => reply.type(types.js).send(start(shown)))
    for (const [name, source] of Object.entries(viewerFiles))
      app.get(`${base}/docs/${name}`, async (_request, reply) =>
        reply.type(name.endsWith('js') ? types.js : types.css).send(await readViewer(source)),
      )
  }
}

/** Whether a route is that of a description or of its viewer, which hold nothing of the business. */
export const isDescription = (route = '') => /^\/api\/admin\/(openapi\.json|docs)(\/|$)/.test(route)

const read = new Map<string, Promise<Buffer>>()
/** Each is read once. */
function readViewer(name: string): Promise<Buffer> {
  const known = read.get(name) ?? readFile(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`))
  read.set(name, known)
  return known
}
