/** Sent with a call: how many unlocks without a connection there were on the device since the last one that was answered. */
export const offlineUnlocksHeader = 'offline-unlocks'
/** More are no count of a device. */
export const mostUnlocks = 999
