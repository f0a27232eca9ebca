import { renderToString } from 'react-dom/server'
import { Root } from './start/Root'

/** The sign-in screen as HTML, made at build by the same code that hydrates it. */
export const signInMarkup = () => renderToString(<Root path="/" />)
