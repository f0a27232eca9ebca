import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'

/** The files of a portal that differ in another release of it. */
export const releaseFiles = (portal: string) =>
  ['app.html', 'service-worker.js'].map((name) => path.join(portal, name)) as [string, string]

/** Makes a built portal another release of itself, which its pages name. */
export async function markRelease(portal: string, name: string) {
  const [app, worker] = releaseFiles(portal)
  for (const file of [app, worker])
    for (const encoding of ['br', 'gz']) await rm(`${file}.${encoding}`, { force: true })
  const html = await readFile(app, 'utf8')
  await writeFile(app, html.replace('</head>', `<meta name="release" content="${name}"></head>`))
  const code = await readFile(worker, 'utf8')
  const entry = /"revision":"\w+","url":"app\.html"/
  if (!entry.test(code)) throw new Error('The service worker does not name app.html with its revision')
  await writeFile(worker, code.replace(entry, `"revision":"${name}","url":"app.html"`))
}

/** The release that a page is of; `first`, if it was not marked. */
export const releaseOf = (page: Pick<Page, 'evaluate'>) =>
  page.evaluate(() => document.querySelector('meta[name=release]')?.getAttribute('content') ?? 'first')

/** The check that the browser makes once a day, and at each start. */
export const checkForUpdate = (page: Pick<Page, 'evaluate'>) =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update()
  })
