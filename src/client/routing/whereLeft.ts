import { useEffect, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import type { WhereLeft } from '#api/paging/listRequest'

/** By path, as long as this window is open: the address of each list with its filters, and where it was left. */
const lists = new Map<string, { search: string; where: WhereLeft }>()
/** The path of a list that is opened by a link back to it. */
let returningTo: string | undefined

/** The address of a list as it was left. */
export const addressLeft = (path: string) => path + (lists.get(path)?.search ?? '')

export const returnTo = (path: string) => {
  returningTo = path
}

/** Where a list was left, if Back or a link back leads to it again; and what remembers where it is left. */
export function useWhereLeft() {
  const { pathname, search } = useLocation()
  const type = useNavigationType()
  const [left] = useState(() => {
    const known = lists.get(pathname)
    return (type === 'POP' || returningTo === pathname) && known?.search === search ? known.where : undefined
  })
  useEffect(() => {
    returningTo = undefined
    const where = lists.get(pathname)
    lists.set(pathname, where?.search === search && left ? where : { search, where: {} })
  }, [pathname, search, left])
  return {
    left,
    remember: (where: WhereLeft) => {
      const list = lists.get(pathname)
      if (list) list.where = { ...list.where, ...where }
    },
  }
}
