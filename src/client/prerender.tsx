import { renderToString } from 'react-dom/server'
import { Root } from './start/Root'

/** Renders the sign-in screen to HTML at build. */
export const signInMarkup = () => renderToString(<Root path="/" />)
