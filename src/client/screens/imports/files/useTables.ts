import { useEffect, useRef, useState } from 'react'
import type { ImportNoun } from '#contract/calls/imports'
import { asProblem, Problem } from '#contract/problems'
import { offlineReason } from '#api/changes/useSubmit'
import { connection } from '#transport/connection'
import { uploadTable } from '#transport/upload'
import { nounOfFile } from '../nouns'

export type Table = {
  key: number
  file: File
  /** Empty until it is chosen. */
  noun: ImportNoun | ''
  /** The part that was sent, from 0 to 1. */
  sent: number
  /** Of its parts, once all are there. */
  parts?: number[]
  problem?: Problem
}

/** Files of books that are uploaded as soon as they are chosen, one after another. */
export function useTables() {
  const [tables, setTables] = useState<readonly Table[]>([])
  const stopping = useRef<AbortController | undefined>(undefined)
  const queue = useRef<Promise<void>>(Promise.resolve())
  const removed = useRef(new Set<number>())
  const last = useRef(0)
  useEffect(() => {
    const controller = new AbortController()
    stopping.current = controller
    return () => controller.abort()
  }, [])

  const change = (key: number, fields: Partial<Table>) =>
    setTables((all) => all.map((one) => (one.key === key ? { ...one, ...fields } : one)))

  async function send({ key, file }: Pick<Table, 'key' | 'file'>) {
    const signal = stopping.current?.signal
    if (!signal || signal.aborted || removed.current.has(key)) return
    try {
      if (!connection().online) throw new Problem('offline', offlineReason)
      const parts = await uploadTable(file, { signal, onProgress: (sent) => change(key, { sent }) })
      change(key, { parts, sent: 1 })
    } catch (error) {
      if (!signal.aborted) change(key, { problem: asProblem(error) })
    }
  }
  const enqueue = (table: Pick<Table, 'key' | 'file'>) => {
    queue.current = queue.current.then(() => send(table))
  }
  return {
    tables,
    add: (files: readonly File[]) => {
      const added = files.map((file): Table => {
        last.current += 1
        return { key: last.current, file, noun: nounOfFile(file.name) ?? '', sent: 0 }
      })
      setTables((all) => [...all, ...added])
      for (const table of added) enqueue(table)
    },
    choose: (key: number, noun: ImportNoun | '') => change(key, { noun }),
    retry: ({ key, file }: Table) => {
      setTables((all) => all.map((one) => (one.key === key ? { key, file, noun: one.noun, sent: 0 } : one)))
      enqueue({ key, file })
    },
    remove: (key: number) => {
      removed.current.add(key)
      setTables((all) => all.filter((one) => one.key !== key))
    },
  }
}
