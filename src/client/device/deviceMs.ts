/** The clock of this device: for ages and waits that begin and end on it. Days and what is shown are by the server's (clock.ts, today.ts). */
export const deviceMs = () => Date.now()
