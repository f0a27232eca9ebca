import { Badge, type Tone } from '#ui/text/StatusChip'

const tones: Record<string, Tone> = { superadmin: 'success', admin: 'info', mainadmin: 'warning' }

/** The three roles that the product knows have colours of their own. */
export const RoleBadge = ({ of: role }: { of: string | null }) => (
  <Badge tone={tones[(role ?? '').toLowerCase().replaceAll(/\s/g, '')] ?? 'primary'}>
    {role ?? 'NO ROLE YET'}
  </Badge>
)
