// Computes the basis that import rows are validated on, and restarts the validation where it has changed.
import { createHash } from 'node:crypto'
import type { Services } from '#server/platform/call.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { ImportKind } from './import-kind.ts'
import { dropImports, type ImportJob, restartValidation } from './import-store.ts'
import { requireColumns } from './require-columns.ts'

/** Returns a digest that changes with everything that validation depends on: form, parameters, choices. */
export function basisOf({ plan, set, columns, same }: Omit<ImportKind, 'account' | 'operation'>): string {
  const parts = [plan.form, set ?? null, columns, same]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/**
 * Returns true where the rows must be validated again, and starts that. Cancels the import and throws where its
 * headings no longer fit: rows validated by other rules are never stored.
 */
export async function keepBasis(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  kind: ImportKind,
  job: ImportJob,
): Promise<boolean> {
  const basis = basisOf(kind)
  if (job.state === 'done' || job.basis === basis) return false
  try {
    const columns = requireColumns(kind, job.heads)
    await db
      .transaction()
      .execute((transaction) => restartValidation(transaction, job, { basis, columns }, clock()))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    await db.transaction().execute((transaction) => dropImports(transaction, job.ownerId, job.type))
    throw new Failure('WRONG_STATE', {
      message: `上传后填写要求有调整，本次导入已取消，未存入任何内容。${error.message}`,
    })
  }
  return true
}
