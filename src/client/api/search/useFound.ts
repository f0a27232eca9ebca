import { useEffect, useState } from 'react'
import type { FoundGroup } from '#contract/calls/search'
import { calls } from '#contract/index'
import { failureText } from '#contract/problems'
import { useVaultValue } from '#offline/useVaultValue'
import { useCall } from '../useCall'
import { searchAllSaved } from './savedFound'

const pauseMs = 150
const leastLength = 2

type FoundState = {
  /** Undefined before the first reply, and for a text that is too short. */
  groups: readonly FoundGroup[] | undefined
  isLoading: boolean
  /** Of the oldest saved row, if the server can't be reached and the saved rows were searched. */
  savedAt: number | undefined
  /** The server can't be reached and nothing is saved. */
  isUnreachable: boolean
  error: string | undefined
}

/** Searches everything once typing pauses; without the server, the rows saved on the device. */
export function useFound(typed: string): FoundState {
  const text = usePaused(typed.trim())
  const isLong = text.length >= leastLength
  const query = useCall(
    calls.search.searchEverything,
    { search: text },
    { enabled: isLong, keepPrevious: true },
  )
  const isOffline = query.error?.code === 'offline'
  const saved = useVaultValue(isLong && isOffline ? `search ${text}` : undefined, () => searchAllSaved(text))
  if (!isLong) return { ...nothing, isLoading: typed.trim().length >= leastLength }
  if (isOffline)
    return {
      ...nothing,
      groups: saved?.groups,
      savedAt: saved?.savedAt,
      isLoading: saved === undefined,
      isUnreachable: saved === null,
    }
  return {
    ...nothing,
    groups: query.data?.data,
    isLoading: query.isFetching || text !== typed.trim(),
    error: query.error ? failureText(query.error) : undefined,
  }
}

const nothing = {
  groups: undefined,
  isLoading: false,
  savedAt: undefined,
  isUnreachable: false,
  error: undefined,
}

/** The text once it has not changed for a moment. */
function usePaused(text: string) {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
