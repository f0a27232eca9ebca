import { useEffect, useRef } from 'react'
import { useDesk } from './desk'

/** The name of a case: the heading of the page at the desk, where the screen has none of its own. */
export function CaseTitle({ title }: { title: string }) {
  const desk = useDesk()
  const heading = useRef<HTMLHeadingElement>(null)
  const isPage = desk !== null
  useEffect(() => {
    if (isPage) heading.current?.focus({ preventScroll: true })
  }, [isPage])
  if (!isPage) return <h2 className="case-title">{title}</h2>
  return (
    <h1 ref={heading} tabIndex={-1} className="case-title">
      {title}
    </h1>
  )
}
