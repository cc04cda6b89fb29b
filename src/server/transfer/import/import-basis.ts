// Owns what the rows of an import are judged by, and judging anew where that has changed since.
import { createHash } from 'node:crypto'
import type { Services } from '#server/platform/call.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { ImportKind } from './import-kind.ts'
import { dropImports, type ImportJob, restartValidation } from './import-store.ts'
import { requireColumns } from './require-columns.ts'

/** Another one for another form, other parameters, other choices: whatever a verdict depends on. */
export function basisOf({ plan, set, columns, same }: Omit<ImportKind, 'account' | 'operation'>): string {
  const parts = [plan.form, set ?? null, columns, same]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/**
 * Whether the rows have to be judged anew, which then begins. Gives the import up and throws where its headings do not
 * fit any more: what was judged by other rules is never stored.
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
      message: `上传之后，这类内容的填写要求有调整，这次导入已取消，没有存入任何内容。${error.message}`,
    })
  }
  return true
}
