import { useEffect, useRef, useState } from 'react'
import { asProblem, Problem } from '#contract/problems'
import { connection } from '#transport/connection'
import { upload } from '#transport/upload'
import { offlineReason } from './useSubmit'

export type UploadState =
  | { kind: 'empty' }
  | { kind: 'sending'; name: string; part: number }
  | { kind: 'failed'; name: string; problem: Problem }
  | { kind: 'done'; name: string }

/** Uploads one file at a time. `onDone` gets the file's id, or '' once it is removed or replaced. */
export function useUpload(onDone: (id: string) => void) {
  const [state, setState] = useState<UploadState>({ kind: 'empty' })
  const chosen = useRef<File | undefined>(undefined)
  const running = useRef<AbortController | undefined>(undefined)
  // An upload outlasts the render that started it.
  const report = useRef(onDone)
  useEffect(() => {
    report.current = onDone
  })
  useEffect(() => () => running.current?.abort(), [])

  const send = async (file: File, signal: AbortSignal) => {
    const { name } = file
    setState({ kind: 'sending', name, part: 0 })
    const onProgress = (part: number) => {
      if (!signal.aborted) setState({ kind: 'sending', name, part })
    }
    try {
      if (!connection().online) throw new Problem('offline', offlineReason)
      const id = await upload(file, { signal, onProgress })
      if (signal.aborted) return
      setState({ kind: 'done', name })
      report.current(String(id))
    } catch (error) {
      if (!signal.aborted) setState({ kind: 'failed', name, problem: asProblem(error) })
    }
  }
  const start = (file: File | undefined) => {
    running.current?.abort()
    running.current = new AbortController()
    chosen.current = file
    report.current('')
    if (file) void send(file, running.current.signal)
    else setState({ kind: 'empty' })
  }
  return { state, choose: start, retry: () => start(chosen.current), remove: () => start(undefined) }
}
