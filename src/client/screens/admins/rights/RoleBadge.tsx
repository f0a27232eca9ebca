import { Badge, type Tone } from '#ui/text/StatusChip'

const tones: Record<string, Tone> = { superadmin: 'success', admin: 'info', mainadmin: 'warning' }

/** Three roles have their own colours. */
export const RoleBadge = ({ role }: { role: string | null }) => (
  <Badge tone={tones[(role ?? '').toLowerCase().replaceAll(/\s/g, '')] ?? 'primary'}>
    {role ?? 'NO ROLE YET'}
  </Badge>
)
