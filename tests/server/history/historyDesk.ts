import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { HistoryNoun, RecordChange } from '#contract/calls/history'
import { calls } from '#contract/index'
import type { Sender, TestServer } from '../support/harness'

/** Reads histories as the screens do. */
export function historiesOf(server: TestServer, viewer: Sender) {
  const historyOf = async (
    noun: HistoryNoun,
    id: number,
    { from = viewer, page = 1, per_page = 100 }: { from?: Sender; page?: number; per_page?: number } = {},
  ) => (await server.ask(calls.history.getRecordHistory, { noun, id, page, per_page }, from)).output().data
  return {
    historyOf,
    /** What one change did to a record, in words: 'Phone: 0803 → 0805'. */
    changesBy: async (noun: HistoryNoun, id: number, reference: string) =>
      (await historyOf(noun, id)).data
        .filter((one) => one.reference === reference)
        .map(words)
        .toSorted(),
    /** A key for a change, by which its rows are found. */
    newKey: () => randomUUID(),
    words,
  }
}

const words = ({ field, before, after }: Pick<RecordChange, 'field' | 'before' | 'after'>) =>
  field === 'Created' ? field : `${field}: ${before ?? '–'} → ${after ?? '–'}`

export type Watched = {
  table: string
  noun: string
  idColumn: string
  left: readonly string[]
  sealed: readonly string[]
}

const list = (text: string | undefined) => (text ? text.split(',') : [])

/** The tables with a trigger for histories, with its arguments. */
export async function watchedTables({ database }: TestServer): Promise<Watched[]> {
  const { rows } = await database.execute<{ table: string; definition: string }>(sql`
    select tgrelid::regclass::text as table, pg_get_triggerdef(oid) as definition from pg_trigger
    where tgfoid = 'keep_record_change'::regproc order by 1, 2`)
  return rows.map(({ table, definition }) => {
    const [, noun = '', idColumn = '', left, sealed] =
      /keep_record_change\('(.*?)', '(.*?)', '\{(.*?)\}', '\{(.*?)\}'\)/.exec(definition) ?? []
    return { table, noun, idColumn, left: list(left), sealed: list(sealed) }
  })
}
