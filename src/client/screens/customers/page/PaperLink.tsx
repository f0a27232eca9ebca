import { type Rows, RowsLink } from '#lists/RowsLink'

/** Opens a record; on paper its name alone. */
export const PaperLink = (props: Rows & { label: string }) => (
  <>
    <RowsLink {...props} orText />
    <span className="paper-only" aria-hidden>
      {props.label}
    </span>
  </>
)
