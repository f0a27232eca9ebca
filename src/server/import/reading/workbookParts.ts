import { once } from 'node:events'
import type { Readable } from 'node:stream'
import yauzl from 'yauzl'
import type { TableLimits } from './limits'
import { TableFault } from './tableRow'
import { notWorkbook } from './xml'

export async function openParts(path: string, limits: TableLimits): Promise<Parts> {
  const zip = await openZip(path)
  try {
    return await partsOf(zip, limits)
  } catch (error) {
    zip.close()
    throw error
  }
}

function openZip(path: string): Promise<yauzl.ZipFile> {
  return new Promise((resolve, reject) =>
    yauzl.open(path, { lazyEntries: true, autoClose: false }, (error, zip) =>
      error ? reject(new TableFault(notWorkbook)) : resolve(zip),
    ),
  )
}

/** The parts of a workbook, by name; what they unpack to is bounded together. */
export type Parts = {
  has: (name: string) => boolean
  open: (name: string) => AsyncIterable<Buffer>
  close: () => void
}

const tooLarge = 'The workbook unpacks to more than any table has. Save it as CSV, or split it.'

async function partsOf(zip: yauzl.ZipFile, limits: TableLimits): Promise<Parts> {
  const entries = new Map<string, yauzl.Entry>()
  let fault: string | undefined
  zip.on('entry', (entry: yauzl.Entry) => {
    if (entries.has(entry.fileName) || entry.isEncrypted()) fault = notWorkbook
    if (entries.size >= limits.parts) fault = `The workbook has more than ${limits.parts} parts.`
    entries.set(entry.fileName, entry)
    if (fault === undefined) zip.readEntry()
    else zip.emit('end')
  })
  zip.readEntry()
  await once(zip, 'end').catch(() => {
    fault ??= notWorkbook
  })
  if (fault !== undefined) throw new TableFault(fault)
  return {
    close: () => zip.close(),
    has: (name) => entries.has(name),
    async *open(name) {
      const entry = entries.get(name)
      if (!entry) throw new TableFault(notWorkbook)
      const stream = await streamOf(zip, entry)
      const most = Math.min(
        limits.unpackedBytes,
        Math.max(limits.smallBytes, entry.compressedSize * limits.ratio),
      )
      let unpacked = 0
      try {
        for await (const bytes of stream as AsyncIterable<Buffer>) {
          unpacked += bytes.length
          if (unpacked > most) throw new TableFault(tooLarge)
          yield bytes
        }
      } catch (error) {
        throw error instanceof TableFault ? error : new TableFault(notWorkbook)
      } finally {
        stream.destroy()
      }
    },
  }
}

const streamOf = (zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Readable> =>
  new Promise((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) =>
      error ? reject(new TableFault(notWorkbook)) : resolve(stream),
    ),
  )
