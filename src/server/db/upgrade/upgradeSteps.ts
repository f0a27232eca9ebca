import type { Migration } from './migrationFiles'
import { isBefore, type Release } from './releases'

/** What the database says of a migration. One applied by a release before 0.2.0 has no name. */
export type Applied = { time: number; name: string | null; oldestRelease: string | null }

/** A start that would skip a needed step of an upgrade, with a sentence that names the step. */
export class StepMissing extends Error {}

type Situation = {
  own: readonly Migration[]
  applied: readonly Applied[]
  release: string
  releases: readonly Release[]
  /** The releases of the servers that run on the database; null for one that does not say, which is older than any that does. */
  live: readonly (string | null)[]
}

/** Whether the database has this migration. */
export const isApplied = (applied: readonly { time: number }[], migration: { time: number } | undefined) =>
  applied.some(({ time }) => time === migration?.time)

/** The migrations of the database that this release does not know. */
export const unknownMigrations = ({ own, applied }: Pick<Situation, 'own' | 'applied'>) =>
  applied.filter(({ time }) => !own.some((migration) => migration.time === time))

/**
 * Throws a StepMissing if this release can't run on the database, or can't bring it up to date in one step: a newer one has
 * removed what this one uses, a migration was left out, a release in between has to run first, or a server still runs that uses
 * what would be removed.
 */
export function checkSteps(situation: Situation) {
  const sentence = tooOld(situation) ?? leftOut(situation) ?? tooFar(situation) ?? stillUsed(situation)
  if (sentence) throw new StepMissing(`${sentence} Nothing was changed.`)
}

function tooOld({ own, applied, release }: Situation) {
  const [needed] = unknownMigrations({ own, applied })
    .flatMap(({ name, oldestRelease }) => (oldestRelease ? [{ name, oldestRelease }] : []))
    .toSorted((a, b) => (isBefore(a.oldestRelease, b.oldestRelease) ? 1 : -1))
  if (!needed || !isBefore(release, needed.oldestRelease)) return undefined
  return `A newer release has brought this database up to date (${needed.name}), and release ${release} can’t run on it any more. Start release ${needed.oldestRelease} or a newer one.`
}

function leftOut({ own, applied }: Situation) {
  const last = Math.max(...applied.map(({ time }) => time))
  const missing = own.find((migration) => migration.time < last && !isApplied(applied, migration))
  if (!missing) return undefined
  return `The database never had the migration ${missing.name}, although it has later ones: it was not made by a release. Restore a backup into an empty one.`
}

function tooFar({ own, applied, releases }: Situation) {
  // A new database has nothing that an earlier release would have to prepare.
  const step = applied.length > 0 && stepBetween({ own, applied, releases })
  if (!step) return undefined
  return `The database is of a release before ${step.oldestRelease}, which has to run first: ${step.name} removes what earlier ones use. Start release ${step.oldestRelease} on every server, then this one.`
}

function stillUsed({ own, applied, live }: Situation) {
  for (const migration of own) {
    const { name, oldestRelease } = migration
    if (oldestRelease === undefined || isApplied(applied, migration)) continue
    const older = live.find((one) => one === null || isBefore(one, oldestRelease))
    if (older === undefined) continue
    return `A server of ${older === null ? 'an earlier release' : `release ${older}`} runs on this database, and ${name} removes what it uses. Replace every server with release ${oldestRelease}, then start this one; a server that was killed counts for 15 seconds.`
  }
  return undefined
}

/** The first contract among the migrations to come whose release, the first that does without what it removes, has not run. */
export function stepBetween({
  own,
  applied,
  releases,
}: Pick<Situation, 'own' | 'releases'> & { applied: readonly { time: number }[] }) {
  return own.find((migration) => {
    if (migration.oldestRelease === undefined || isApplied(applied, migration)) return false
    const between = releases.find(({ version }) => version === migration.oldestRelease)
    const last = own.find(({ name }) => name === between?.lastMigration)
    return !isApplied(applied, last)
  })
}
