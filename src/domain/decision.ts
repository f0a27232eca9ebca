type Decision = { status: string; comment?: string | null | undefined }

/** What is wrong with the comment of a decision by 'accept' or 'reject': a rejection needs one. */
export const commentFault = ({ status, comment }: Decision): string | undefined =>
  status === 'reject' && !comment?.trim() ? 'A comment is required to reject.' : undefined
