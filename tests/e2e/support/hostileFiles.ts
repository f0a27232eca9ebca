import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Server } from './server'

/** Where a script of a stored file would ask, if it ran. */
export const ranPath = '/ran-in-a-file'
const script = Buffer.from(`<html><script>fetch('${ranPath}')</script><img src="${ranPath}">`)
export const pdfWithScript = Buffer.from(
  `%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.launchURL("${ranPath}"))>>>>endobj\ntrailer<</Root 1 0 R>>`,
)

/** As a release before could store them: after each image comes a page, and each PDF has a script. */
export async function storeHostileFiles({ data }: Server) {
  const folder = path.join(data, 'files')
  for (const name of await readdir(folder)) {
    const bytes = await readFile(path.join(folder, name))
    const isPdf = bytes.subarray(0, 4).toString() === '%PDF'
    await writeFile(path.join(folder, name), isPdf ? pdfWithScript : Buffer.concat([bytes, script]))
  }
}
