import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useOffers } from '#routing/navigation'
import { lazyPart, useLazyPart } from '#ui/feedback/lazyPart'
import { useKeys } from '#ui/keys/useKeys'
import { goKeys } from './goKeys'
import { GoList } from './GoList'

const dialog = lazyPart(async () => (await import('./KeysDialog')).default)
const letterWithinMs = 3000

/** The keys of every screen: ? shows all, G and a letter go to a page. */
export function ShellKeys() {
  const [shown, setShown] = useState<'keys' | 'go'>()
  const Dialog = useLazyPart(dialog, { afterMs: shown === 'keys' ? 0 : null })
  const pages = goKeys(useOffers())
  const navigate = useNavigate()
  useKeys({ help: () => setShown('keys'), go: () => setShown('go') })
  useEffect(() => {
    if (shown !== 'go') return
    const end = () => setShown(undefined)
    // Before the keys of the screen, which may use the same letter.
    const onLetter = (event: KeyboardEvent) => {
      if (event.key === 'Shift') return
      end()
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const page = pages.find(({ letter }) => letter === event.key.toUpperCase())
      event.preventDefault()
      event.stopImmediatePropagation()
      if (page) void navigate(page.path)
    }
    window.addEventListener('keydown', onLetter, true)
    window.addEventListener('pointerdown', end)
    const timer = setTimeout(end, letterWithinMs)
    return () => {
      window.removeEventListener('keydown', onLetter, true)
      window.removeEventListener('pointerdown', end)
      clearTimeout(timer)
    }
  }, [shown, pages, navigate])
  return (
    <>
      {shown === 'go' && <GoList pages={pages} />}
      {Dialog && <Dialog open={shown === 'keys'} onClose={() => setShown(undefined)} pages={pages} />}
    </>
  )
}
