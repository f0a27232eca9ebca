import Search from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useLayoutEffect, useRef, useState } from 'react'
import { lazyPart, useLazyPart } from '#ui/feedback/lazyPart'
import { KeyHint } from '#ui/keys/KeyHint'
import { useKeys } from '#ui/keys/useKeys'

const dialog = lazyPart(async () => (await import('./SearchDialog')).default)

/** Opens the search of everything; so does Ctrl+K. */
export function SearchButton({ isShort = false }: { isShort?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const Dialog = useLazyPart(dialog, { afterMs: isOpen ? 0 : null })
  const early = useRef('')
  // What is typed while the dialog is loading is typed into it. A layout effect ends as the dialog takes over.
  useLayoutEffect(() => {
    if (!isOpen || Dialog) return
    early.current = ''
    const keep = (event: KeyboardEvent) => {
      if (event.key === 'Escape') return setOpen(false)
      if (event.key === 'Enter') early.current += '\n'
      else if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return
      else early.current += event.key
      event.preventDefault()
    }
    window.addEventListener('keydown', keep, true)
    return () => window.removeEventListener('keydown', keep, true)
  }, [isOpen, Dialog])
  const isWide = useMediaQuery('(min-width: 1000px)', { noSsr: true })
  useKeys({ find: () => setOpen(true) })
  return (
    <>
      {isWide && !isShort ? (
        <Button
          variant="outlined"
          size="small"
          startIcon={<Search />}
          aria-keyshortcuts="Control+K"
          onClick={() => setOpen(true)}
          sx={{ color: 'text.secondary', fontWeight: 400, minWidth: 220, justifyContent: 'flex-start' }}
        >
          Find anything
          <Box sx={{ ml: 'auto' }}>
            <KeyHint of="find" />
          </Box>
        </Button>
      ) : (
        <IconButton aria-label="Find anything" color="primary" onClick={() => setOpen(true)}>
          <Search />
        </IconButton>
      )}
      {Dialog && <Dialog open={isOpen} onClose={() => setOpen(false)} early={early} />}
    </>
  )
}
