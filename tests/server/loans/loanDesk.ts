import { calls } from '#contract/index'
import { openServer } from '../support/harness'
import { loanFixturesOf } from './loanFixtures'
import { naira } from '../support/people'

export const approvalRights = [
  'can-do-first-approval',
  'can-do-second-approval',
  'can-update-interest',
] as const

/** A server with two approvers of loans, money to lend, and a borrower. */
export async function openLoanDesk(options?: Parameters<typeof openServer>[0]) {
  const server = await openServer(options)
  const parts = await loanFixturesOf(server)
  const { firstLoanApproval, secondLoanApproval } = calls.loans
  const musa = await server.enterAs({ name: 'Musa Bello', permissions: approvalRights })
  const ngozi = await server.enterAs({ name: 'Ngozi Afolabi', permissions: approvalRights })
  const customer = await parts.makeBorrower()
  await parts.pay('MBW', naira(10_000_000))

  const accept = (id: number) => ({ id, status: 'accepted' as const })
  const rejectAs = (id: number, comment?: string | null) => ({ id, status: 'rejected' as const, comment })
  const first = (id: number, from = musa) => server.ask(firstLoanApproval, accept(id), from)
  const second = (id: number, from = ngozi) => server.ask(secondLoanApproval, accept(id), from)
  /** Makes a loan in each state. */
  const inState = {
    pending: () => parts.apply(customer),
    'in-progress': async () => {
      const loan = await parts.apply(customer)
      await first(loan.id)
      return parts.stateOf(loan.id)
    },
    approved: async () => {
      const loan = await parts.apply(customer)
      await first(loan.id)
      await second(loan.id)
      return parts.stateOf(loan.id)
    },
    rejected: async () => {
      const loan = await parts.apply(customer)
      await server.ask(firstLoanApproval, rejectAs(loan.id, 'No guarantor'), musa)
      return parts.stateOf(loan.id)
    },
  }

  return {
    server,
    ...parts,
    musa,
    ngozi,
    customer,
    accept,
    rejectAs,
    first,
    second,
    inState,
    moneyAndRows: () => server.moneyAndRows(),
  }
}
