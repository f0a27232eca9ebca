/** Where a user's saved pages lie. */
export const databaseName = (userId: number) => `alajo-user-${userId}`
