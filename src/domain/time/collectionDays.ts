/** A day takes what was collected on it until the end of so many days after it (rules.md, "Day of collection"). */
export const openDays = 7
