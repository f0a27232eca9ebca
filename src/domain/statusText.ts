/** A yes or no that is a state: how a screen and a file say it. */
export const activeText = (isActive: boolean) => (isActive ? 'Active' : 'Non Active')
