import { type SQLWrapper, sql } from 'drizzle-orm'
import { guarantors } from '../db/tables/loans'

const ifPresent = (file: SQLWrapper, what: string) =>
  sql<string | null>`case when ${file} is not null then ${what}::text end`

/** A guarantor, with labels of existing files. */
export const guarantorColumns = {
  id: guarantors.id,
  name: sql<string>`(${guarantors.firstName} || ' ' || ${guarantors.lastName})`,
  phone: guarantors.phone,
  address: guarantors.address,
  idcard: ifPresent(guarantors.idCardFile, 'ID card'),
  utitity: ifPresent(guarantors.utilityFile, 'Utility bill'),
}
