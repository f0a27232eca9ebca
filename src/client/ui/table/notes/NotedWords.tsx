import Tooltip from '@mui/material/Tooltip'
import './notedWords.css'

type Props = { note: string | undefined; children: string }

/** The words of a label. With a note, they show it when they are pointed at or focused; Escape hides it. */
export const NotedWords = ({ note, children: words }: Props) =>
  note === undefined ? (
    words
  ) : (
    <Tooltip describeChild title={note}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its note is shown when it is focused */}
      <span className="head-words" tabIndex={0}>
        {words}
      </span>
    </Tooltip>
  )
