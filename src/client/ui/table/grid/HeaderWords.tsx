import Tooltip from '@mui/material/Tooltip'
import { gridFocusColumnHeaderSelector, useGridApiContext, useGridSelector } from '@mui/x-data-grid'
import { useState } from 'react'
import '../notes/notedWords.css'

type Props = { field: string; words: string; note: string }

/** The words of a heading, with a note that is shown when they are pointed at or the heading has the focus. */
export function HeaderWords({ field, words, note }: Props) {
  const focused = useGridSelector(useGridApiContext(), gridFocusColumnHeaderSelector)
  const [isPointed, setPointed] = useState(false)
  const [isClosed, setClosed] = useState(false)
  const isWanted = isPointed || focused?.field === field
  if (isClosed && !isWanted) setClosed(false)
  return (
    <Tooltip
      describeChild
      title={note}
      open={isWanted && !isClosed}
      onOpen={() => setPointed(true)}
      onClose={(event) => {
        setPointed(false)
        if (event.type === 'keydown') setClosed(true)
      }}
    >
      <span className="head-words">{words}</span>
    </Tooltip>
  )
}
