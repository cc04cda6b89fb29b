// Writes the migration file of a renaming.
import { MIGRATIONS_FOLDER } from '#config/records/describe-change.ts'
import type { RenameTarget } from './rename-target.ts'

type Texts = ReadonlyMap<string, string>

interface Naming {
  readonly thing: Pick<RenameTarget, 'kind'>
  readonly to: string
  /** Such as 2026-11-30. */
  readonly day: string
}

/** Behind all that are there: migrations are applied in the order of their names. */
export function migrationPath(files: Texts, { thing, to, day }: Naming): string {
  const names = [...files.keys()].flatMap((path) =>
    path.startsWith(MIGRATIONS_FOLDER) ? path.slice(MIGRATIONS_FOLDER.length, -'.json'.length) : [],
  )
  const [last = ''] = names.sort().reverse()
  const what = `${thing.kind}-${to}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')
  const numbered = Array.from({ length: 99 }, (_, at) => `${day}-${String(at + 1).padStart(2, '0')}-${what}`)
  const name = numbered.find((one) => one > last) ?? `${last}-${what}`
  return `${MIGRATIONS_FOLDER}${name}.json`
}

interface Written {
  readonly from: string
  readonly to: string
  readonly steps: readonly object[]
}

export function toMigrationText(files: Texts, { from, to, steps }: Written): string {
  const $schema = `${languageFolder(files)}migration.schema.json`
  return `${JSON.stringify({ $schema, title: `${from} 改名为 ${to}`, steps }, null, 2)}\n`
}

/**
 * The path to the language from the migration's folder. A portal of its own refers to the program's, as `site.json`
 * does from the folder beside; else the language lies in the folder itself.
 */
function languageFolder(files: Texts & { readonly borrowed?: unknown }): string {
  if (!files.borrowed) return '../config/'
  const site = files.get('pages-config/site.json') ?? ''
  return `../${/"\$schema":\s*"(.*)site\.schema\.json"/.exec(site)?.[1] ?? '../schemas/config/'}`
}
