import { useState } from 'react'

export type Choice = {
  chosen: ReadonlySet<string>
  set: (chosen: ReadonlySet<string>) => void
  /** Compared with the initial choice. */
  added: string[]
  removed: string[]
  changed: boolean
}

/** A multiple choice by name. */
export function useChoice(first: readonly string[]): Choice {
  const [start] = useState(() => new Set(first))
  const [chosen, set] = useState<ReadonlySet<string>>(start)
  const added = [...chosen].filter((name) => !start.has(name))
  const removed = [...start].filter((name) => !chosen.has(name))
  return { chosen, set, added, removed, changed: added.length + removed.length > 0 }
}
