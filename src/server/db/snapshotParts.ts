import { PassThrough } from 'node:stream'
import type { Database, Transaction } from './database'

/**
 * What `write` writes into a stream while it reads in one snapshot, part by part as the reader takes them. The transaction ends with
 * the stream, also when the reader leaves; what `write` throws, the reader gets.
 */
export async function* snapshotParts(
  database: Database,
  write: (tx: Transaction, sent: PassThrough) => Promise<void>,
): AsyncGenerator<Buffer> {
  const sent = new PassThrough()
  const written = database
    .transaction((tx) => write(tx, sent), { isolationLevel: 'repeatable read', accessMode: 'read only' })
    .catch((error: unknown) =>
      sent.destroy(error instanceof Error ? error : new Error('The file could not be written.')),
    )
  try {
    for await (const part of sent) yield part as Buffer
  } finally {
    sent.destroy()
    await written
  }
}
