import pg from 'pg'

export type Sent = { text: string; values: unknown[] }

/** The statements that this process sends to PostgreSQL while `work` runs, by whatever connection. */
export async function sentWhile(work: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = []
  const { prototype } = pg.Client
  const query = Reflect.get(prototype, 'query') as (...args: unknown[]) => unknown
  const spy = function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args
    const { text, values } =
      typeof first === 'string' ? { text: first, values: undefined } : (first as Partial<Sent>)
    if (text !== undefined) sent.push({ text, values: values ?? (Array.isArray(second) ? second : []) })
    return query.apply(this, args)
  }
  Reflect.set(prototype, 'query', spy)
  try {
    await work()
  } finally {
    Reflect.set(prototype, 'query', query)
  }
  return sent
}

export type Cost = { planningMs: number; executionMs: number; buffers: number }
type Explained = {
  'Planning Time': number
  'Execution Time': number
  Planning: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }
  Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }
}

/** What a statement costs on this connection; `buffers` are those of its execution, in blocks of 8 kB. */
export async function explain(client: pg.ClientBase, { text, values }: Sent): Promise<Cost> {
  const { rows } = await client.query<{ 'QUERY PLAN': [Explained] }>(
    `explain (analyze, buffers, timing off, format json) ${text}`,
    values,
  )
  const plan = rows[0]?.['QUERY PLAN'][0]
  if (!plan) throw new Error('Nothing was explained.')
  return {
    planningMs: plan['Planning Time'],
    executionMs: plan['Execution Time'],
    buffers: plan.Plan['Shared Hit Blocks'] + plan.Plan['Shared Read Blocks'],
  }
}
