/** The addresses of sign-in. */
export const signInPaths: readonly string[] = ['/', '/login']
