import { copyFile, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

const readJson = async (file) => JSON.parse(await readFile(file, 'utf8'))
const writeJson = (file, value) => writeFile(file, `${JSON.stringify(value, null, 2)}\n`)

/**
 * Makes a built folder a separate package: `npm ci && npm start` there installs and starts the server without build
 * dependencies. Its lockfile is that of the repository without development entries, so versions stay the same.
 */
export async function writeManifests(root, folder) {
  const {
    devDependencies: _development,
    scripts,
    ...manifest
  } = await readJson(path.join(root, 'package.json'))
  const { dependencies } = manifest
  await writeJson(path.join(folder, 'package.json'), { ...manifest, scripts: releaseScripts(scripts) })
  const lock = await readJson(path.join(root, 'package-lock.json'))
  const { devDependencies: _unused, ...own } = lock.packages['']
  const needed = Object.entries(lock.packages).filter(([place, entry]) => place !== '' && !entry.dev)
  const packages = { '': { ...own, dependencies }, ...Object.fromEntries(needed) }
  await writeJson(path.join(folder, 'package-lock.json'), { ...lock, packages })
  await copyFile(path.join(root, 'exec.cmd'), path.join(folder, 'exec.cmd'))
}

/** Replaces `config/start.mjs [command]` by the compiled program. */
function releaseScripts(scripts) {
  const started = Object.entries(scripts).filter(([, script]) => script.includes(' config/start.mjs'))
  return Object.fromEntries(
    started.map(([name, script]) => [
      name,
      script.replace(
        / config\/start\.mjs(?: (\S+))?/,
        (_all, command) => ` server/${programs[command] ?? 'main'}.js`,
      ),
    ]),
  )
}

/** The program of each server command. */
export const programs = {
  'create-superadmin': 'createSuperadmin',
  'rotate-identity-key': 'rotateIdentityKey',
  'rotate-link-key': 'rotateLinkKey',
  anonymise: 'anonymise',
  'sign-in-token': 'signInToken',
  'verify-audit': 'verifyAudit',
  'verify-ledger': 'verifyLedger',
  'close-day': 'closeDay',
  import: 'importBooks',
  'export-all': 'exportAll',
  backup: 'backup',
  restore: 'restore',
}
