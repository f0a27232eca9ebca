import { spawnSync } from 'node:child_process'
import { installDebianPackage } from './debian.mjs'

const packages = {
  Roboto: 'fonts-roboto-unhinted',
  'Noto Sans': 'fonts-noto-core',
  'DejaVu Sans': 'fonts-dejavu-core',
}

/** The system's font on Android, on many Linux desktops, and the widest that browsers fall back to. */
export const testedFonts = Object.keys(packages)

/** Installs Debian's packages of those that are missing; elsewhere the tests skip the missing ones. */
export function installFonts() {
  for (const [family, name] of Object.entries(packages))
    if (!isInstalled(family)) installDebianPackage(`font ${family}`, name)
}

function isInstalled(family) {
  const { stdout } = spawnSync('fc-list', [':', 'family'], { encoding: 'utf8' })
  return (stdout ?? '').split('\n').some((line) => line.split(',').includes(family))
}
