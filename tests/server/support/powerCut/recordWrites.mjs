/**
 * Preloaded into a server (`NODE_OPTIONS=--import=…`): records every write, name and sync in the folder POWER_CUT_FOLDER, in their
 * order, to the file POWER_CUT_LOG (lostWrites.ts). Of the functions of node:fs it knows those that the worker of the embedded database uses.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import { isMainThread } from 'node:worker_threads'

const folder = path.resolve(process.env.POWER_CUT_FOLDER ?? '')
const original = { ...fs }
const promises = { ...fs.promises }
const log = isMainThread ? undefined : fs.openSync(process.env.POWER_CUT_LOG ?? '', 'a')

/** A number for each file, which it keeps under another name; 0 for a folder. */
const idOf = new Map()
const opened = new Map()
let lastId = 0

function record(entry, bytes = Buffer.alloc(0)) {
  const head = Buffer.from(JSON.stringify({ ...entry, bytes: bytes.length }))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(head.length)
  original.writevSync(log, [length, head, bytes])
}

const nameIn = (file) => {
  const name = path.relative(folder, path.resolve(file))
  return name.startsWith('..') ? undefined : name
}
const isFolder = (file) => original.statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false

/** The number of a file, which is made here if it does not exist yet. */
function see(name, exists) {
  const known = idOf.get(name)
  if (known !== undefined) return known
  lastId += 1
  idOf.set(name, lastId)
  record({ op: exists ? 'see' : 'make', name, id: lastId })
  return lastId
}

/** Replaces functions that take a path: `after` gets the name in the folder. */
function onPath(functions, after) {
  for (const one of functions)
    fs[one] = (file, ...rest) => {
      const name = typeof file === 'string' ? nameIn(file) : undefined
      if (name === undefined) return original[one](file, ...rest)
      const exists = original.existsSync(file)
      const result = original[one](file, ...rest)
      after({ name, file, exists, rest, result })
      return result
    }
}

/** Replaces functions that take an open file. */
function onFile(functions, after) {
  for (const one of functions)
    fs[one] = (fd, ...rest) => {
      const result = original[one](fd, ...rest)
      const id = opened.get(fd)
      if (id !== undefined) after({ id, fd, rest, result })
      return result
    }
}

if (log !== undefined) {
  onPath(['openSync'], ({ name, file, exists, result }) => {
    opened.set(result, isFolder(file) ? name : see(name, exists))
  })
  onPath(['writeFileSync'], ({ name, exists, rest: [data] }) => {
    const id = see(name, exists)
    record({ op: 'size', id, size: 0 })
    record({ op: 'write', id, at: 0 }, Buffer.from(data))
  })
  onPath(['truncateSync'], ({ name, rest: [size = 0] }) => record({ op: 'size', id: see(name, true), size }))
  onPath(['mkdirSync'], ({ name, exists }) => exists || record({ op: 'makeFolder', name }))
  onPath(['unlinkSync', 'rmSync', 'rmdirSync'], ({ name }) => {
    idOf.delete(name)
    record({ op: 'remove', name })
  })
  onPath(['renameSync'], ({ name, rest: [to] }) => {
    const target = nameIn(to) ?? to
    if (isFolder(to)) throw new Error(`${name} is a folder: renaming one is not recorded`)
    const id = see(name, true)
    idOf.delete(name)
    idOf.set(target, id)
    record({ op: 'rename', name, to: target })
  })
  onFile(['closeSync'], ({ fd }) => opened.delete(fd))
  onFile(['writeSync'], ({ id, rest: [buffer, offset, , position], result }) => {
    if (typeof position !== 'number') throw new Error('a write without a position is not recorded')
    const bytes = Buffer.from(buffer.buffer, buffer.byteOffset + offset, result)
    record({ op: 'write', id, at: position }, bytes)
  })
  onFile(['ftruncateSync'], ({ id, rest: [size = 0] }) => record({ op: 'size', id, size }))
  const synced = ({ id }) =>
    record(typeof id === 'string' ? { op: 'syncFolder', name: id } : { op: 'sync', id })
  onFile(['fsyncSync', 'fdatasyncSync'], synced)

  fs.promises.open = async (file, ...rest) => {
    const name = nameIn(file)
    const handle = await promises.open(file, ...rest)
    if (name === undefined) return handle
    const id = isFolder(file) ? name : see(name, true)
    for (const one of ['sync', 'datasync']) {
      const sync = handle[one].bind(handle)
      handle[one] = async () => {
        await sync()
        synced({ id })
      }
    }
    return handle
  }
  fs.promises.writeFile = async (file, data, options) => {
    fs.writeFileSync(file, data, options)
    if (options.flush) synced({ id: see(nameIn(file), true) })
  }
  // The name that a file is linked from is removed next.
  fs.promises.link = async (file, to) => fs.renameSync(file, to)
  fs.promises.rm = async (file, options) => fs.rmSync(file, { force: true, ...options })
  syncBuiltinESMExports()
}
