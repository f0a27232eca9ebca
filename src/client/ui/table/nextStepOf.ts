import { createContext, type ReactNode } from 'react'

/** What to do about a list that is empty and not filtered, by its screen; set by the frame. */
export const NextStepOf = createContext<ReactNode>(null)
