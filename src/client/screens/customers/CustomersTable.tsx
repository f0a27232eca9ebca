import { customerColumnsFor, figureAccess, noIdCard } from '#contract/calls/customers'
import { useMemo } from 'react'
import { calls } from '#contract/index'
import { anyOf } from '#contract/permissions'
import { ChoiceChips, useAgentFilter } from '#lists/ChoiceChips'
import { FirstOne } from '#lists/FirstOne'
import { ListSummary } from '#lists/ListSummary'
import { ExportCsv } from '#lists/export/ExportCsv'
import { LinkButton, useListPlace, useOffers } from '#routing/navigation'
import { useCan } from '#auth/permissions'
import { useRowActions } from '#lists/rows/RowActions'
import { showFile } from '#lists/rows/showFile'
import { SearchBox } from '#lists/SearchBox'
import { usePagedList } from '#api/paging/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'
import { useSelection } from '#ui/table/useSelection'
import { CustomerFilters } from './CustomerFilters'
import { SelectedCustomers } from './agents/SelectedCustomers'
import type { CustomerRow } from './useCustomer'

const { getCustomers, getCustomerIdForLoan } = calls.customers

type Props = {
  note: string
  empty: string
  /** Only customers without an active agent. */
  unattended?: true
}

/** A list of customers, all or those whom nobody collects from. */
export function CustomersTable({ note, empty, unattended }: Props) {
  const place = useListPlace()
  const list = usePagedList(getCustomers, place, {
    choices: [useAgentFilter()],
    ...(unattended && { fixed: { unattended: '1' } }),
  })
  const selection = useSelection<CustomerRow>()
  const can = useCan()
  const offers = useOffers()
  const canSelect = offers('customersReassign') || offers('savingsCardsPrint')
  // The history needs this permission too.
  const canSeeDetails = can(anyOf('can-view-customer-details'), 'route')
  const seesDebts = can(figureAccess.loan_owed, 'read')
  const columns = useMemo(() => customerColumnsFor((access) => can(access, 'read')), [can])
  return (
    <Screen
      note={note}
      fill
      about={<ListSummary list={list} noun="customer" />}
      actions={
        <>
          <PrintButton />
          {!unattended && (
            <LinkButton to="customerCreate" variant="contained">
              Register Customer
            </LinkButton>
          )}
        </>
      }
    >
      <DataTable
        tools={<ExportCsv list={list} name="customer_list_" />}
        list={list}
        name="customers"
        columns={columns}
        chips={
          <>
            <ChoiceChips place={place} choices={list.choices} />
            <CustomerFilters of={['owing', 'late']} place={place} seesDebts={seesDebts} />
          </>
        }
        filters={
          <CustomerFilters of={['inactive', 'unattended', 'frozen']} place={place} seesDebts={seesDebts} />
        }
        empty={empty}
        first={
          unattended ? (
            <FirstOne to="customers" link="All customers">
              Nobody waits for another agent.
            </FirstOne>
          ) : (
            <FirstOne to="customerCreate" link="Register the first customer">
              Customers are registered with a phone number and an agent. They stay here from then on.
            </FirstOne>
          )
        }
        selection={canSelect ? selection : undefined}
        bulk={<SelectedCustomers selection={selection} />}
        search={
          <SearchBox
            place={place}
            hint="Name, phone or reference"
            emptyMessage="Please enter reference to search"
          />
        }
        {...useRowActions(({ user_id, name, status, frozen, has_idcard }: CustomerRow) => ({
          name,
          actions: [
            { label: 'Details', to: 'customerDetails', state: { user_id } },
            { label: 'Withdrawal', to: 'withdrawalCreate', state: { user_id } },
            { label: 'Credit', to: 'customerCredit', state: { user_id } },
            { label: 'Request Credit', to: 'creditRequestCreate', state: { user_id } },
            { label: 'Open Saving', to: 'savingOpen', state: { user_id } },
            { label: 'Apply for Loan', to: 'loanCreate', state: { user_id } },
            { label: 'Re-Schedule', to: 'customerReassign', state: { user_id } },
            { label: 'Update', to: 'customerUpdate', state: { user_id } },
            status
              ? { label: 'Deactivate', to: 'customerDeactivate', state: { user_id } }
              : { label: 'Activate', to: 'customerActivate', state: { user_id } },
            frozen
              ? { label: 'Unfreeze', to: 'customerUnfreeze', state: { user_id } }
              : { label: 'Freeze', to: 'customerFreeze', state: { user_id } },
            canSeeDetails && { label: 'History', to: 'customerTransactions', state: { user_id, name } },
            {
              label: 'ID Card',
              access: getCustomerIdForLoan.access,
              open: () =>
                showFile({
                  call: getCustomerIdForLoan,
                  body: { customer_id: user_id },
                  linkIn: ({ data }) => data,
                  exists: has_idcard,
                  missing: noIdCard,
                }),
            },
          ],
        }))}
      />
    </Screen>
  )
}
