import { CustomersTable } from './CustomersTable'

export default function CustomersList() {
  return (
    <CustomersTable
      note="All customers but deleted ones, inactive ones among them."
      empty="No customer found"
    />
  )
}
