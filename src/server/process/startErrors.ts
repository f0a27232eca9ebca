import path from 'node:path'
import { ConfigError } from '../config'
import { WrongEncoding } from '../db/database'
import { FolderInUse } from '../db/embedded/dataFolder'
import { StepMissing } from '../db/upgrade/upgradeSteps'
import { errorText } from '../errors/errorFacts'
import { databaseError, databaseTrouble } from '../errors/refusals'

const fileErrors: Record<string, string> = {
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
  '25006':
    'The database of DATABASE_URL can only be read: it is a replica (DATABASE_READ_URL names one), or its recovery has paused. Where it was restored to a moment and is right, end the recovery: psql -c "select pg_wal_replay_resume()" (docs/run/backup.md, "To the last minutes").',
  '42501': 'The user of DATABASE_URL may not create tables in that database.',
}

/** Why a file or folder can't be used; undefined for other errors. */
export const fileFault = (error: unknown): string | undefined => {
  const { code = '', syscall } = (error ?? {}) as NodeJS.ErrnoException
  return syscall === undefined ? undefined : fileErrors[code]
}

/** Names the variables of an address that can't be listened on. */
export function listenFault(error: unknown, host: string, variables: readonly [host: string, port: string]) {
  const [HOST, PORT] = variables
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return new StartFault(`The port is taken: choose another one with ${PORT}.`)
  if (syscall === 'getaddrinfo')
    return new StartFault(
      `${HOST} ${host} is not found: name an address of this machine, such as 127.0.0.1 or 0.0.0.0.`,
    )
  if (code === 'EADDRNOTAVAIL')
    return new StartFault(
      `${HOST} ${host} is no address of this machine: use 127.0.0.1, 0.0.0.0 or one that it has.`,
    )
  return new StartFault(`${HOST} and ${PORT} can’t be listened on: choose others.`)
}

/** Says in its message why the server does not start. */
class StartFault extends Error {}

/** A sentence for what the operator can fix; where it was for everything else. */
export function explainStartError(error: unknown, dataDir: string | undefined): string {
  if (error instanceof ConfigError || error instanceof FolderInUse) return error.message
  return `Alajo could not start. ${reason(error, dataDir)}`
}

function reason(error: unknown, dataDir: string | undefined): string {
  if (error instanceof StepMissing || error instanceof StartFault) return error.message
  if (error instanceof WrongEncoding)
    return `The database of DATABASE_URL has the encoding ${error.encoding}, and Alajo needs UTF8: make another one with createdb --encoding=UTF8 --template=template0 NAME.`
  // The query builder wraps the driver's error.
  const code = databaseError(error)?.code ?? ''
  if (databaseErrors[code]) return databaseErrors[code]
  const trouble = databaseTrouble(error)
  if (trouble === 'full') return 'The disk of the data folder or of the database is full. Make room first.'
  if (trouble === 'limit') return 'The database of DATABASE_URL is starting, or has no connection to spare.'
  if (trouble === 'lost')
    return 'The database of DATABASE_URL does not answer: it is not running, or what runs there is no PostgreSQL.'
  const fault = fileFault(error)
  if (fault) return fileSentence((error as NodeJS.ErrnoException).path, fault, dataDir)
  return errorText(error)
}

function fileSentence(file: string | undefined, fault: string, dataDir: string | undefined): string {
  const isInData =
    file === undefined || dataDir === undefined || !path.relative(dataDir, file).startsWith('..')
  return isInData && dataDir !== undefined
    ? `The data folder ${dataDir} can’t be used: ${fault}. Choose another one with DATA_DIR.`
    : `${file} can’t be used: ${fault}.`
}
