import type { Option } from '#ui/form/Field'

export const acceptOrReject: readonly Option[] = [
  { value: 'accept', label: 'Accept' },
  { value: 'reject', label: 'Reject' },
]
