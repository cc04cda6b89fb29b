// Provides the SQL statements of a call. Those that look up the session, and begin or end of a transaction, are left out.
import { type CompiledQuery, DefaultQueryExecutor } from 'kysely'
import { vi } from 'vitest'

export interface Statements<T> {
  readonly answer: T
  readonly all: readonly string[]
  /** Those that read the whole row of an item of the type. */
  loadsOf(type: string): readonly string[]
}

const isOfSession = (text: string): boolean => /\b(from|join|update) "?session"?\b/.test(text)

/** Also counts what runs beside the call, so nothing else may run meanwhile. */
export async function statementsOf<T>(call: () => Promise<T>): Promise<Statements<T>> {
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
