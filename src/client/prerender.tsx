import { renderToString } from 'react-dom/server'
import { LoadFailed } from './screens/session/LoadFailed'
import { Root } from './start/Root'

/** Renders the sign-in screen to HTML at build. */
export const signInMarkup = () => renderToString(<Root path="/" />)

/** What a page shows whose files did not arrive. */
export const loadFailedMarkup = () => renderToString(<LoadFailed />)
