import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import TextField from '@mui/material/TextField'
import { type ReactNode, useState } from 'react'
import type { Admin } from '#contract/calls/admins'
import { matcherOf } from '#domain/text/matching'
import { CopyEmail } from '#ui/text/CopyEmail'
import { Empty } from '#ui/feedback/Empty'
import { Pager } from '#ui/table/tools/Pager'
import { StatusChip } from '#ui/text/StatusChip'
import { usePages } from '#ui/layout/usePages'
import { RoleBadge } from './rights/RoleBadge'

/** rules.md, "Pages". */
const cardsPerPage = 6

const hint = 'Name, e-mail or phone'
const searchedFields = ({ name, email, phone_number }: Admin) => [name, email, phone_number]

type Props = { admins: readonly Admin[]; empty: string; actions: (admin: Admin) => ReactNode }

/** Admins as cards, newest first. The search covers all of them, not only the shown page. */
export function AdminCards({ admins, empty, actions }: Props) {
  const [search, setSearch] = useState('')
  const isWanted = matcherOf(search)
  const matches = admins
    .filter((one) => searchedFields(one).some((text) => isWanted(text)))
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at))
  const pages = usePages(matches, cardsPerPage)
  return (
    <>
      <TextField
        size="small"
        type="search"
        autoComplete="off"
        placeholder={hint}
        value={search}
        onChange={(event) => {
          setSearch(event.target.value)
          pages.paging.go({ page: 1 })
        }}
        slotProps={{ htmlInput: { 'aria-label': hint } }}
        sx={{ maxWidth: { sm: 420 } }}
      />
      {pages.rows.length === 0 ? (
        <Paper variant="outlined">
          <Empty>{admins.length === 0 ? empty : 'No data matches your current filters'}</Empty>
        </Paper>
      ) : (
        <Box component="ul" sx={grid}>
          {pages.rows.map((admin) => (
            <Paper component="li" variant="outlined" key={admin.id} sx={card}>
              <AdminCard admin={admin} />
              <Box sx={{ mt: 'auto', pt: 1 }}>{actions(admin)}</Box>
            </Paper>
          ))}
        </Box>
      )}
      <Pager paging={pages.paging} shown={pages.rows.length} />
    </>
  )
}

const AdminCard = ({ admin }: { admin: Admin }) => (
  <>
    <Box component="h2" sx={{ m: 0, fontSize: 17, fontWeight: 650, overflowWrap: 'anywhere' }}>
      {admin.name}
    </Box>
    <CopyEmail email={admin.email} message="Email copied successfully" />
    <span>{admin.phone_number}</span>
    <Box sx={{ display: 'flex', gap: 0.75, flexWrap: 'wrap', mt: 1 }}>
      <RoleBadge role={admin.roleName} />
      <StatusChip status={admin.status} />
      {admin.locked && <StatusChip status="locked" />}
    </Box>
  </>
)

const grid = {
  m: 0,
  p: 0,
  listStyle: 'none',
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 280px), 1fr))',
}
const card = {
  p: 2,
  minWidth: 0,
  display: 'flex',
  flexDirection: 'column',
  '& .row-actions': { flexWrap: 'wrap' },
}
