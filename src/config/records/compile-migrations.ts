// Compiles migrations: every step is complete, and leads to existing names.

import { createHash } from 'node:crypto'
import type { MessageCode } from '#config/load/codes.ts'
import type { Context, WrittenOf } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import { Place, type Values } from '#config/load/place.ts'
import type { Migration, MigrationStep } from '#shared/model/migration-model.ts'

type Written = WrittenOf<'migration'>['steps'][number]

const VERBS = ['rename', 'map', 'default', 'archive', 'keep'] as const
type Verb = (typeof VERBS)[number]

/** Kinds of things inside of another one, which `in` names. */
const INSIDE: readonly string[] = ['field', 'parameter', 'code', 'state', 'limit', 'required', 'unique']
/** The required properties of each verb, and its optional ones. */
const NEEDS: Readonly<Record<Verb, readonly (keyof Written)[]>> = {
  rename: ['from', 'to'],
  map: ['name'],
  default: ['name', 'value'],
  archive: ['name'],
  keep: ['name'],
}
const MAY: Readonly<Record<Verb, readonly (keyof Written)[]>> = {
  rename: [],
  map: ['values', 'as', 'else'],
  default: [],
  archive: [],
  keep: [],
}

/**
 * Compiles the valid migration files, in the order of their names, which is the order of their application.
 * Incomplete or unknown migration steps are reported to `context`.
 *
 * @example
 * const [first] = compileMigrations(context, validDocuments)
 * first?.steps // → [{ do: 'rename', what: 'field', in: 'demand', from: 'cost', to: 'budget' }], for example
 */
export function compileMigrations(context: Context, validDocuments: ReadonlySet<Document>): Migration[] {
  return [...context.of('migration')]
    .filter(([, document]) => validDocuments.has(document))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, document]) => compileMigration(new Place(context, document), name))
}

function compileMigration(here: Place<WrittenOf<'migration'>>, name: string): Migration {
  const { title, steps: written, confirmed } = here.document.value
  const steps = written.flatMap((step, at) => compileMigrationStep(here, step, at) ?? [])
  const code = createHash('sha256').update(JSON.stringify(steps)).digest('hex').slice(0, 12)
  if (confirmed !== undefined && confirmed !== code)
    here.at('confirmed').report('migration_confirmed', { found: confirmed })
  return { name, title, steps, code, isConfirmed: confirmed === code }
}

function compileMigrationStep(here: Place, written: Written, at: number): MigrationStep | null {
  const report = (code: MessageCode, values: Values): null => {
    here.at('steps', at).report(code, values)
    return null
  }
  const verbs = VERBS.filter((verb) => written[verb] !== undefined)
  const [verb] = verbs
  if (!verb || verbs.length > 1)
    return report(verb ? 'migration_step.several' : 'migration_step.none', { verbs: VERBS, written: verbs })
  const what = written[verb] as string
  const needs = [...(INSIDE.includes(what) ? (['in'] as const) : []), ...NEEDS[verb]]
  const missing = needs.filter((key) => written[key] === undefined)
  if (missing.length > 0) return report('migration_step.missing', { verb, what, missing })
  const known: readonly string[] = [verb, ...needs, ...MAY[verb]]
  const other = Object.keys(written).filter((key) => !known.includes(key))
  if (other.length > 0) return report('migration_step.other', { verb, what, other })
  if (verb === 'map' && MAY.map.every((key) => written[key] === undefined))
    return report('migration_step.map', {})
  if (written.from !== undefined && written.from === written.to)
    return report('migration_step.same', { written })
  return toMigrationStep(verb, what, written)
}

function toMigrationStep(verb: Verb, what: string, written: Written): MigrationStep {
  const { in: holder = '', name = '', from = '', to = '' } = written
  const at = { what, in: holder }
  const step =
    verb === 'rename'
      ? { do: verb, ...at, from, to }
      : verb === 'map'
        ? {
            do: verb,
            ...at,
            name,
            values: written.values ?? {},
            ...(written.as ? { as: written.as } : {}),
            ...('else' in written ? { otherwise: { value: written.else } } : {}),
          }
        : verb === 'default'
          ? { do: verb, ...at, name, value: written.value }
          : { do: verb, ...at, name }
  return step as MigrationStep // what each verb goes with is said by the schema
}
