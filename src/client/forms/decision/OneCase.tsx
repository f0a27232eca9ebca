import { type ReactNode, useRef } from 'react'
import { isRefusal, Problem } from '#contract/problems'
import { type Loadable, Ready, Waiting } from '#ui/feedback/Ready'
import { CaseFrame } from './CaseFrame'
import { CaseTitle } from './CaseTitle'
import { Taken } from './DonePanel'
import { useDesk } from './desk'

type Props<T> = {
  query: Loadable<T>
  title: (one: T) => string
  panel: (one: T) => ReactNode
  below?: ((one: T) => ReactNode) | undefined
  children: (one: T) => ReactNode
}

/** One case in its frame: read, being read, gone, or not to be had. At the desk the queue stays around it. */
export function OneCase<T>({ query: read, title, panel, below, children }: Props<T>) {
  const desk = useDesk()
  const last = useRef(read.data)
  if (read.data !== undefined) last.current = read.data
  // Once it is decided it is read no more, and stays as it was beside the result.
  const query = { ...read, data: read.data ?? (read.error === null ? last.current : undefined) }
  const { data, error } = query
  if (desk && error instanceof Problem && isRefusal(error))
    return (
      <CaseFrame panel={<Taken text={error.message} />}>
        <CaseTitle title={desk.title} />
      </CaseFrame>
    )
  if (desk && data === undefined)
    return (
      <CaseFrame panel={error === null && <Waiting like="panel" />}>
        <CaseTitle title={desk.title} />
        <Ready query={query} like="facts">
          {() => null}
        </Ready>
      </CaseFrame>
    )
  return (
    <Ready query={query} like="case">
      {(one) => (
        <CaseFrame panel={panel(one)} below={below?.(one)}>
          <CaseTitle title={title(one)} />
          {children(one)}
        </CaseFrame>
      )}
    </Ready>
  )
}
