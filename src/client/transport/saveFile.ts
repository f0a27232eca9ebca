import type { BodyOf, Call } from '#contract/call'
import { asProblem, type Problem } from '#contract/problems'
import { sendForFile } from './sendForFile'

/** Hands a file to the browser. */
export function downloadBlob(blob: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

export type Saved = { kind: 'saved' } | { kind: 'cancelled' } | { kind: 'failed'; problem: Problem }

/** Fetches the file of a call and hands it to the browser. `onBytes` gets the number of bytes received so far. Never throws. */
export async function saveFile<C extends Call>(
  call: C,
  body: BodyOf<C>,
  name: string,
  { signal, onBytes }: { signal: AbortSignal; onBytes?: (bytes: number) => void },
): Promise<Saved> {
  try {
    const response = await sendForFile(call, body, { signal })
    const parts: Uint8Array<ArrayBuffer>[] = []
    let bytes = 0
    const reader = response.body?.getReader()
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
      if (done || !value) break
      parts.push(value)
      bytes += value.length
      onBytes?.(bytes)
    }
    downloadBlob(new Blob(parts, { type: response.headers.get('content-type') ?? '' }), name)
    return { kind: 'saved' }
  } catch (error) {
    return signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', problem: asProblem(error) }
  }
}
