/** Where sign-in stands; every other address is behind it. */
export const signInPaths: readonly string[] = ['/', '/login']
