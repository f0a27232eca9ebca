/** Where sign-in stands; every other address is behind it. */
export const doors: readonly string[] = ['/', '/login']
