// Writes the steps of the migration that belongs to a renaming: of the thing itself, and of what is named after it.
import { findChanges } from '#config/records/find-record-changes.ts'
import { migrateModel } from '#config/records/migrate-model.ts'
import type { RecordChange } from '#config/records/record-change.ts'
import type { RecordModel } from '#config/records/record-model.ts'
import type { RenameStep } from '#shared/model/migration-model.ts'
import type { RenameTarget } from './rename-target.ts'

/** The pages that the engine makes of a type have its name in their ids and addresses, a role is a code too. */
function stepFor(change: RecordChange, name: string, to: string): RenameStep | undefined {
  const moved = (path: string) =>
    path
      .split('/')
      .map((part) => (part === name ? to : part))
      .join('/')
  const rename = (
    what: RenameStep['what'],
    from: string,
    next: string,
    holder = '',
  ): RenameStep | undefined =>
    from === next ? undefined : { do: 'rename', what, in: holder, from, to: next }
  switch (change.kind) {
    case 'code-removed':
      return change.code === name ? rename('code', name, to, change.dictionary) : undefined
    case 'page-gone':
      return rename('page', change.page, moved(change.page))
    case 'path-gone':
      return rename('path', change.path, moved(change.path))
    default:
      return undefined
  }
}

/** The first step is that of the thing itself; none where no record knows it, as a field that is counted. */
export function renameSteps(
  { kind, in: holder, name }: RenameTarget,
  to: string,
  { before, after }: { readonly before: RecordModel; readonly after: RecordModel },
): readonly RenameStep[] {
  const steps: RenameStep[] = [{ do: 'rename', what: kind, in: holder, from: name, to }]
  let model: RecordModel | null = migrateModel(before, steps[0] as RenameStep, after)
  if (!model) return []
  for (;;) {
    const changes: readonly RecordChange[] = model ? findChanges(model, after) : []
    const step = changes.map((change) => stepFor(change, name, to)).find((one) => one !== undefined)
    const next: RecordModel | null = model && step ? migrateModel(model, step, after) : null
    if (!step || !next) return steps
    steps.push(step)
    model = next
  }
}

export function toWrittenStep({ what, in: holder, from, to }: RenameStep): object {
  return { rename: what, ...(holder === '' ? {} : { in: holder }), from, to }
}
