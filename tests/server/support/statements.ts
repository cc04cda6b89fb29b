// Provides the statements that a piece of work sends to the database, without those that begin and end transactions.
import { type CompiledQuery, DefaultQueryExecutor } from 'kysely'

interface Executor {
  executeQuery(query: CompiledQuery): Promise<unknown>
}

/** Also counts what runs beside the work, so nothing else may run meanwhile. */
export async function statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  // Every query of every connection and transaction passes here.
  const executor = Object.getPrototypeOf(DefaultQueryExecutor.prototype) as Executor
  const { executeQuery } = executor
  const statements: string[] = []
  executor.executeQuery = function (query) {
    statements.push(query.sql)
    return executeQuery.call(this, query)
  }
  try {
    await work()
  } finally {
    executor.executeQuery = executeQuery
  }
  return statements
}
