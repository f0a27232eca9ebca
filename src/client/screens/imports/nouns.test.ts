import { expect, it } from 'vitest'
import { nounOfFile } from './nouns'

it.each([
  ['customers.csv', 'customers'],
  ['faults-customers (2).csv', 'customers'],
  ['Saving Types.xlsx', 'savingTypes'],
  ['savings 2026.CSV', 'savings'],
  ['market-days.csv', 'markets'],
  ['agents.csv', 'agents'],
  ['agent-statements.csv', 'agentStatements'],
  ['agent-statement-rows.csv', 'agentStatementRows'],
  ['Book1.xlsx', undefined],
])('%s has %s', (name, noun) => expect(nounOfFile(name)).toBe(noun))
