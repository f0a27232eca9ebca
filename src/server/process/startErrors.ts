import { ConfigError } from '../config'
import { FolderInUse } from '../db/embedded/dataFolder'
import { StepMissing } from '../db/upgrade/upgradeSteps'
import { errorText } from '../errors/errorFacts'
import { databaseError, databaseTrouble } from '../errors/refusals'

const folderErrors: Record<string, string> = {
  EEXIST: 'it is a file',
  ENOTDIR: 'a part of its path is a file',
  EISDIR: 'a folder lies where a file belongs',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it can only be read',
  ENOENT: 'its path does not exist',
}

const databaseErrors: Record<string, string> = {
  '28P01': 'The database of DATABASE_URL refuses the password or the user in it.',
  '28000': 'The database of DATABASE_URL refuses the user in it.',
  '3D000': 'The database that DATABASE_URL names does not exist. Create it first.',
  '42501': 'The user of DATABASE_URL may not create tables in that database.',
}

/** A sentence for what the operator can fix; where it was for everything else. */
export function explainStartError(error: unknown, dataDir: string | undefined): string {
  if (error instanceof ConfigError || error instanceof FolderInUse) return error.message
  return `Alajo could not start. ${reason(error, dataDir)}`
}

function reason(error: unknown, dataDir: string | undefined): string {
  if (error instanceof StepMissing) return error.message
  const { syscall } = (error ?? {}) as NodeJS.ErrnoException
  // The query builder wraps the driver's error.
  const code = databaseError(error)?.code ?? ''
  if (code === 'EADDRINUSE') return 'The port is taken: choose another one with PORT.'
  if (syscall === 'listen') return 'HOST and PORT can’t be listened on: choose others.'
  if (databaseErrors[code]) return databaseErrors[code]
  const trouble = databaseTrouble(error)
  if (trouble === 'full') return 'The disk of the data folder or of the database is full. Make room first.'
  if (trouble === 'limit') return 'The database of DATABASE_URL is starting, or has no connection to spare.'
  if (trouble === 'lost')
    return 'The database of DATABASE_URL does not answer: it is not running, or what runs there is no PostgreSQL.'
  if (folderErrors[code] && syscall && dataDir)
    return `The data folder ${dataDir} can’t be used: ${folderErrors[code]}. Choose another one with DATA_DIR.`
  return errorText(error)
}
