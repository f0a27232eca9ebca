/** The database of one admin's saved pages. */
export const databaseName = (userId: number) => `alajo-user-${userId}`
