import type { Entry, Store } from './store'

/** A store in the browser. It keeps keys that can't be read out (makeKeys) as they are. */
export async function openIndexedDbStore(name = 'field'): Promise<Store> {
  const opening = indexedDB.open(name, 1)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('entries', { keyPath: 'line.id' })
    opening.result.createObjectStore('values')
  }
  const database = await done(opening)
  // The browser may else clear it when the disk is full, with what was not sent.
  await navigator.storage.persist()

  /** Returns once the transaction is on the disk: that its requests succeeded is not enough. */
  function write(on: 'entries' | 'values', change: (objects: IDBObjectStore) => void): Promise<void> {
    const transaction = database.transaction(on, 'readwrite', { durability: 'strict' })
    change(transaction.objectStore(on))
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error ?? new Error('Nothing was stored.'))
    })
  }
  const read = (on: 'entries' | 'values') => database.transaction(on).objectStore(on)

  return {
    entries: () => done(read('entries').getAll() as IDBRequest<Entry[]>),
    put: (entries) =>
      write('entries', (objects) => {
        for (const entry of entries) objects.put(entry)
      }),
    remove: (lineIds) =>
      write('entries', (objects) => {
        for (const id of lineIds) objects.delete(id)
      }),
    get: (key) => done<unknown>(read('values').get(key)),
    set: (key, value) => write('values', (objects) => void objects.put(value, key)),
  }
}

const done = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The store failed.'))
  })
