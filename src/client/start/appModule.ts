/** The app's code. Sign-in and the lock screen do not wait for it. */
export const appModule = () => import('./App')
