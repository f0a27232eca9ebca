type Account = { account_name: string; account_reference: string | null | undefined }

/** 'Main Wallet', or the type and reference of a savings wallet or a loan. */
export const accountTitle = ({ account_name, account_reference }: Account) =>
  account_reference ? `${account_name} ${account_reference}` : account_name
