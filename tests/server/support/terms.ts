import { desc } from 'drizzle-orm'
import { calls } from '#contract/index'
import { termChanges } from '#server/db/tables/terms'
import type { TestServer } from './harness'

/** The decisions of another admin on changes of terms. */
export async function termsOf({ database, ask, enter }: TestServer) {
  const approver = await enter('can-approve-terms')
  const newest = async () => {
    const [change] = await database.select().from(termChanges).orderBy(desc(termChanges.id)).limit(1)
    if (!change) throw new Error('No change of terms was requested.')
    return change
  }
  const decide = (id: number, status: 'accept' | 'reject' = 'accept', from: { token: string } = approver) =>
    ask(calls.terms.termChangeDecision, { id, status, comment: 'Agreed' }, from)
  return { approver, newest, decide }
}
