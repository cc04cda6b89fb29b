// Counts the SQL statements of a call; those that look up the session and the beginning and end of transactions are left out.
import { type CompiledQuery, DefaultQueryExecutor } from 'kysely'
import { vi } from 'vitest'

export interface Statements<T> {
  readonly answer: T
  readonly all: readonly string[]
  /** Those that read the whole row of an item of the type. */
  loadsOf(type: string): readonly string[]
}

const isOfSession = (text: string): boolean => /\b(from|update) "?session"?\b/.test(text)

export async function countStatements<T>(call: () => Promise<T>): Promise<Statements<T>> {
  const execute = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery')
  try {
    const answer = await call()
    const queries = execute.mock.calls.map(([query]) => (query as CompiledQuery).sql)
    const all = queries.map((text) => text.trim()).filter((text) => !isOfSession(text))
    // Only the columns of a whole item tell since when it is in its state.
    const loads = all.filter((text) => text.startsWith('select') && text.includes('status_since, '))
    return {
      answer,
      all,
      loadsOf: (type) => loads.filter((text) => text.includes(`where type = '${type}'`)),
    }
  } finally {
    execute.mockRestore()
  }
}
