// Plans the renaming of a thing in all files, with the migration that moves the records.
import type { Problem } from '#config/load/problem.ts'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { MIGRATIONS_FOLDER } from '#config/records/describe-change.ts'
import { recordModelOf } from '#config/records/record-model.ts'
import type { Migration } from '#shared/model/migration-model.ts'
import type { Model } from '#shared/model/model.ts'
import { prepareTexts } from './prepare-texts.ts'
import { migrationPath, toMigrationText } from './rename-migration.ts'
import { type Edit, RenameSites } from './rename-sites.ts'
import { renameSteps, toWrittenStep } from './rename-steps.ts'
import { fileOf, findDefinition, type RenameTarget } from './rename-target.ts'
import { repairReferences } from './repair-references.ts'

export interface Plan {
  /** Texts by path as they would be, with the migration; null for a file that moves away. */
  readonly files: ReadonlyMap<string, string | null>
  /** Without the migration. */
  readonly edits: readonly Edit[]
  /** The remaining problems, which people have to repair. */
  readonly left: readonly Problem[]
  /** As the files would be; absent where problems remain. */
  readonly model?: Model
  readonly migration?: Migration
}

type Texts = ReadonlyMap<string, string> & { readonly borrowed?: ReadonlySet<string> }

/** Inside of something else, whose other names the new one may be. */
const STAND_INS: Readonly<Record<string, string>> = {
  field: 'renamedField',
  state: 'renamedState',
  code: 'renamedCode',
}

/**
 * Returns null where there is no such thing. `files` are sound; none of them is changed. `day`, such as 2026-11-30,
 * stands in the name of the migration.
 */
export function planRename(files: Texts, thing: RenameTarget, to: string, day: string): Plan | null {
  const definition = findDefinition(files, thing)
  const before = checkConfiguration(files)
  if (!definition || !before.ok) return null
  const moved = fileOf({ kind: thing.kind, name: to })
  const { texts, written } = prepareTexts(files, thing, definition, moved)
  const sites = new RenameSites(texts, thing)
  for (const site of written) sites.choose(site)
  const old = new Set(before.warnings.map(keyOf))
  repairReferences({
    sites,
    definition: written,
    to: STAND_INS[thing.kind] ?? to,
    // The language is the program's. Migrations say what was; one that was applied never changes.
    isEditable: (file) =>
      !file.startsWith('schemas/config/') &&
      !file.startsWith(MIGRATIONS_FOLDER) &&
      !files.borrowed?.has(file),
    isOld: (problem) =>
      old.has(keyOf({ ...problem, file: problem.file === moved ? definition.file : problem.file })),
  })
  const renamed = sites.render(to)
  const moves = moved ? [{ file: definition.file, line: 1, before: definition.file, after: moved }] : []
  const edits = [...moves, ...sites.editsOf(renamed, written[0])]
  return { edits, ...withMigration(files, renamed, { thing, to, day, before: before.model }) }
}

const keyOf = ({ slug, file, line }: Problem): string => `${slug} ${file}:${line}`

interface Renaming {
  readonly thing: RenameTarget
  readonly to: string
  readonly day: string
  readonly before: Model
}

/** Earlier migrations lead to the new name by that of this renaming, so it is checked with them. */
function withMigration(
  files: Texts,
  renamed: Map<string, string>,
  { thing, to, day, before }: Renaming,
): Omit<Plan, 'edits'> {
  const path = migrationPath(files, { thing, to, day })
  const { in: holder, kind, name } = thing
  const first = { do: 'rename', what: kind, in: holder, from: name, to } as const
  const write = (steps: readonly object[]) =>
    renamed.set(path, toMigrationText(files, { from: holder ? `${holder}.${name}` : name, to, steps }))
  write([toWrittenStep(first)])
  const alone = checkConfiguration(renamed)
  if (!alone.ok) return { files: changesOf(files, renamed), left: errorsOf(alone.problems) }
  const models = { before: recordModelOf(before), after: recordModelOf(alone.model) }
  const steps = renameSteps(thing, to, models)
  if (steps.length > 0) write(steps.map(toWrittenStep))
  else renamed.delete(path)
  const result = checkConfiguration(renamed)
  const changed = changesOf(files, renamed)
  if (!result.ok) return { files: changed, left: errorsOf(result.problems) }
  const migration = result.model.migrations.find((one) => `${MIGRATIONS_FOLDER}${one.name}.json` === path)
  return { files: changed, left: [], model: result.model, ...(migration ? { migration } : {}) }
}

const errorsOf = (problems: readonly Problem[]): readonly Problem[] =>
  problems.filter(({ severity }) => severity === 'error')

function changesOf(files: Texts, texts: ReadonlyMap<string, string>): Map<string, string | null> {
  const changed = [...new Set([...files.keys(), ...texts.keys()])].filter(
    (path) => files.get(path) !== texts.get(path),
  )
  return new Map(changed.map((path) => [path, texts.get(path) ?? null]))
}
