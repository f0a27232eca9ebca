/** A day takes what was collected on it until the end of so many days after it (rules.md, "Day of collection"). */
export const openDays = 7
/** A closed day takes a sheet with an approval until the end of so many days after it (rules.md, "Sheet of a closed day"). */
export const approvalDays = 31
