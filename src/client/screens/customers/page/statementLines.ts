import type { Statement, StatementLine } from '#contract/calls/customerPage'

/** A statement's lines in a file: of each account the opening balance, the movements and the closing balance. */
export const linesOf = ({
  accounts,
  start_date,
  end_date,
}: Pick<Statement, 'accounts' | 'start_date' | 'end_date'>): StatementLine[] =>
  accounts.flatMap(({ account_name: account, account_reference, opening, closing, rows }) => {
    const own = { account, account_reference }
    const balanceLine = { ...own, reference: null, by: null, reverses: null, amount: null }
    return [
      {
        ...balanceLine,
        source: 'Opening balance',
        created_at: `${start_date}T00:00:00.000Z`,
        balance: opening,
      },
      ...rows.map(({ id: _id, ...row }) => ({ ...own, ...row })),
      {
        ...balanceLine,
        source: 'Closing balance',
        created_at: `${end_date}T23:59:59.999Z`,
        balance: closing,
      },
    ]
  })
