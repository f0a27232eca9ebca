import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useOffers } from '#routing/navigation'
import { lazyPart, useLazyPart } from '#ui/feedback/lazyPart'
import { useKeys } from '#ui/keys/useKeys'
import { type GoKey, goKeys } from './goKeys'
import { GoList } from './GoList'

const dialog = lazyPart(async () => (await import('./KeysDialog')).default)
const letterWithinMs = 3000

/** The keys of every screen: ? shows all, G and a letter go to a page. */
export function ShellKeys() {
  const [isShown, setShown] = useState(false)
  const Dialog = useLazyPart(dialog, { afterMs: isShown ? 0 : null })
  const pages = goKeys(useOffers())
  const [awaitsLetter, awaitLetter] = useLetter(pages)
  useKeys({ help: () => setShown(true), go: awaitLetter })
  return (
    <>
      {awaitsLetter && <GoList pages={pages} />}
      {Dialog && <Dialog open={isShown} onClose={() => setShown(false)} pages={pages} />}
    </>
  )
}

/** Whether the letter of a page is awaited, and what awaits one: at once, since it may follow G within milliseconds. */
function useLetter(pages: readonly GoKey[]) {
  const navigate = useNavigate()
  const [isAwaited, setAwaited] = useState(false)
  const latest = useRef(pages)
  latest.current = pages
  const stop = useRef<(() => void) | undefined>(undefined)
  useEffect(() => () => stop.current?.(), [])
  const start = () => {
    stop.current?.()
    // Before the keys of the screen, which may use the same letter.
    const onLetter = (event: KeyboardEvent) => {
      if (event.key === 'Shift') return
      stop.current?.()
      if (event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      event.stopImmediatePropagation()
      const page = latest.current.find(({ letter }) => letter === event.key.toUpperCase())
      if (page) void navigate(page.path)
    }
    const end = () => stop.current?.()
    const timer = setTimeout(end, letterWithinMs)
    stop.current = () => {
      window.removeEventListener('keydown', onLetter, true)
      window.removeEventListener('pointerdown', end)
      clearTimeout(timer)
      stop.current = undefined
      setAwaited(false)
    }
    window.addEventListener('keydown', onLetter, true)
    window.addEventListener('pointerdown', end)
    setAwaited(true)
  }
  return [isAwaited, start] as const
}
