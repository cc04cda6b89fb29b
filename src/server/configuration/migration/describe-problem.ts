// Describes the problems that the migration guard reports, with file and position.
import { locatePath, type Path } from '#config/load/document.ts'
import type { Problem } from '#config/load/problem.ts'
import type { ReadText } from '#config/load/read-folder.ts'
import { describeChange, locateChange, MIGRATIONS_FOLDER } from '#config/records/describe-change.ts'
import type { RecordChange } from '#config/records/record-change.ts'
import type { Migration } from '#shared/model/migration-model.ts'
import { formatChangeSummary, type MigrationRun } from './change-summary.ts'

export function changeProblem(change: RecordChange, held: string, read: ReadText): Problem {
  const { file, path } = locateChange(change)
  const slug = `records_${change.kind.replaceAll('-', '_')}`
  return problemAt(read, { slug, file, path, message: describeChange(change, held) })
}

/** A file that is gone has no places. */
function problemAt(
  read: ReadText,
  {
    file,
    path,
    ...problem
  }: { readonly slug: string; readonly file: string; readonly path: Path; readonly message: string },
): Problem {
  const text = read(file)
  const place = text === undefined ? { line: 1, column: 1 } : locatePath({ text }, path)
  return { ...problem, severity: 'error', file, ...place }
}

const fileOf = ({ name }: Migration): string => `${MIGRATIONS_FOLDER}${name}.json`

export function migrationProblem(
  migration: Migration,
  read: ReadText,
  { slug, message, at }: { readonly slug: string; readonly message: string; readonly at?: number },
): Problem {
  const path = at === undefined ? ['steps'] : ['steps', at]
  return problemAt(read, { slug, file: fileOf(migration), path, message })
}

/** Returns the effects of each step of the migration as lines. */
export function planLines({ migration, tallies }: MigrationRun): string[] {
  return migration.steps.map((step, at) => {
    const summary = formatChangeSummary(tallies[at] ?? new Map())
    return `第 ${at + 1} 步 ${JSON.stringify(step.do)} ${step.what}：${summary || '没有涉及已有的内容'}`
  })
}

/** Tried, and waiting for somebody to say that it is meant so. */
export function planProblem(run: MigrationRun, read: ReadText): Problem {
  const { migration } = run
  const message = `迁移“${migration.title}”已试算，尚未执行：${planLines(run).join('；')}。确认无误后，请在该文件中写入 "confirmed": "${migration.code}"，门户随即执行（全部完成或全部不执行）；执行后可用 npm run migrate -- --undo 撤回`
  return migrationProblem(migration, read, { slug: 'migration_unconfirmed', message })
}
