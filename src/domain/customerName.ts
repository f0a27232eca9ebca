type Names = { customer_firstname?: string | null | undefined; customer_lastname?: string | null | undefined }

/** The customer's name as far as it is known. */
export const customerNameIn = ({ customer_firstname, customer_lastname }: Names): string =>
  [customer_firstname, customer_lastname].filter(Boolean).join(' ')
