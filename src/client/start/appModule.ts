/** The app, which sign-in and the door of a locked device are on screen before. */
export const appModule = () => import('./App')
