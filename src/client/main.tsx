import { createRoot, hydrateRoot } from 'react-dom/client'
import { Root, startApp } from './app/Root'
import { currentAuth, leftOpen } from './data/auth'
import { rememberSealed } from './data/sealedUsers'
import './screens/session/signIn.css'

/** Light or dark as last chosen; the app keeps it under this name. */
const chosen = localStorage.getItem('mui-mode')
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen

const place = document.getElementById('root')
if (!place) throw new Error('The page has no place for the app')

if (currentAuth() !== null) startApp()
const left = leftOpen()
if (left) rememberSealed(left, { asked: true })

const root = <Root path={location.pathname} />
/** The page for / carries the sign-in form already; a signed-in user gets the app in its place. */
if (place.firstElementChild && currentAuth() === null) hydrateRoot(place, root)
else createRoot(place).render(root)
