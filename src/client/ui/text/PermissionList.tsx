import Box from '@mui/material/Box'
import { byFamily } from '#domain/families'
import { Empty } from '../feedback/Empty'
import { Fact, Facts } from './Facts'

/** Permissions by family, read-only. */
export function PermissionList({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <Empty>No Permissions Found</Empty>
  return (
    <Facts>
      {byFamily(names).map(({ family, names: members }) => (
        <Fact key={family} label={family}>
          <Box component="ul" sx={list}>
            {members.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </Box>
        </Fact>
      ))}
    </Facts>
  )
}

/** '14 permissions: Agent 10, Customer 4', or 'None'. */
export function permissionSummary(names: readonly string[]): string {
  if (names.length === 0) return 'None'
  const families = byFamily(names).map(({ family, names: members }) => `${family} ${members.length}`)
  return `${countOfPermissions(names.length)}: ${families.join(', ')}`
}

export const countOfPermissions = (count: number) => `${count} permission${count === 1 ? '' : 's'}`

const list = {
  m: 0,
  p: 0,
  listStyle: 'none',
  display: 'flex',
  flexWrap: 'wrap',
  gap: 0.75,
  '& li': { px: 1, py: 0.25, borderRadius: 1, bgcolor: 'grey.100', fontSize: 14, fontWeight: 400 },
}
