import { keepPreviousData, queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { BodyOf, NamedRead, ReplyOf } from '#contract/call'
import type { Problem } from '#contract/problems'
import { keyOf } from '#offline/queryKeys'
import { savedPages } from '#offline/savedPages'
import { send } from '#transport/send'

export type Loaded<T> = UseQueryResult<T, Problem>

/**
 * A call as a query. It shows the saved reply with its age (`dataUpdatedAt`) while it fetches a fresh one. A reply that is
 * never saved is forgotten when no screen shows it; one of the catalogue is kept apart (auth/catalogue.ts).
 */
export const queryOf = <C extends NamedRead>(call: C, body: BodyOf<C>) =>
  queryOptions<ReplyOf<C>, Problem>({
    queryKey: keyOf(call, body),
    queryFn: ({ signal }) => send(call, body, { signal }),
    ...(call.unsaved && { gcTime: 0 }),
    ...(!call.unsaved && !call.catalogue && { persister: savedPages.persisterFn }),
  })

/** Reads a call in a component. */
export const useCall = <C extends NamedRead>(
  call: C,
  body: BodyOf<C>,
  options: {
    enabled?: boolean
    keepPrevious?: boolean
    /** After how many milliseconds it is read again, while something runs on the server; false once it has ended. */
    again?: (reply: ReplyOf<C> | undefined) => number | false
  } = {},
): Loaded<ReplyOf<C>> =>
  useQuery<ReplyOf<C>, Problem>({
    ...queryOf(call, body),
    enabled: options.enabled ?? true,
    ...(options.keepPrevious && { placeholderData: keepPreviousData }),
    refetchInterval: ({ state }) => options.again?.(state.data) ?? false,
  })
