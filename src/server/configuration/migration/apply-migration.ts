// Applies the steps of a migration to all records and names that they affect, in the caller's transaction.
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { namesDictionary } from '#config/records/find-record-changes.ts'
import { migrateModel, typesOfLifecycle } from '#config/records/migrate-model.ts'
import { migrateRow, type RecordBody, type RecordRow } from '#config/records/migrate-record.ts'
import type { RecordFields, RecordModel } from '#config/records/record-model.ts'
import { bumpVersion } from '#server/platform/cache/content-versions.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { Secrets } from '#server/platform/secrets/secrets.ts'
import type { MigrationStep } from '#shared/model/migration-model.ts'
import type { Model } from '#shared/model/model.ts'
import { type ChangeSummary, toChangeSummary } from './change-summary.ts'
import { toMigrationContext } from './migration-context.ts'
import { readRows, type StoredRow, takeRows, writeRows } from './record-rows.ts'
import { isSubmittedRecord, RECORD_KINDS, RECORD_TABLES, type RecordKind } from './record-sources.ts'
import { renameEverywhere } from './rename-everywhere.ts'

type Db = Kysely<Schema>

interface Course {
  readonly steps: readonly MigrationStep[]
  /** Before each step, and after the last. */
  readonly models: readonly RecordModel[]
}

/** How the steps lead on from a configuration; `at` of the first that says something of what is not there. */
export function courseOf(
  steps: readonly MigrationStep[],
  from: RecordModel,
  next: RecordModel,
): Course | { readonly at: number } {
  const models = [from]
  for (const [at, step] of steps.entries()) {
    const made = migrateModel(models[at] ?? from, step, next)
    if (!made) return { at }
    models.push(made)
  }
  return { steps, models }
}

interface Applying {
  readonly db: Db
  readonly model: Model
  readonly next: RecordModel
  readonly secrets: Secrets
  /** Number of the run that remembers what was changed. */
  readonly run: number
}

/** How many records each step changes, and of which types and forms there are others now. */
interface Applied {
  readonly tallies: readonly ChangeSummary[]
  readonly topics: ReadonlySet<string>
}

export async function applyMigrationSteps(applying: Applying, course: Course): Promise<Applied> {
  const { db, next, run } = applying
  const counts: [string, number][][] = course.steps.map(() => [])
  const topics = new Set<string>()
  for (const [at, step] of course.steps.entries()) {
    const around = { before: course.models[at] as RecordModel, next, run }
    counts[at]?.push(...(await renameEverywhere(db, step, around)))
  }
  const [first] = course.models as readonly [RecordModel]
  for (const holder of concernedHolders(course))
    for (const place of RECORD_KINDS) {
      if (!isIn(place, holder, first)) continue
      await applyTo(applying, course, { place, holder, counts, topics })
    }
  for (const topic of topics) {
    // Search reads what the fields say; the vectors are made anew in the background.
    await sql`delete from setting where key = ${`search.${topic}`}`.execute(db)
    await bumpVersion(db, topic)
  }
  return { tallies: counts.map(toChangeSummary), topics }
}

const isIn = (place: RecordKind, holder: string, { types }: RecordModel): boolean =>
  place === 'draft' || Object.hasOwn(types, holder) === isSubmittedRecord(place)

/** Types and forms, by their names before, whose records any of the steps may change. */
export function concernedHolders({ steps, models }: Course): string[] {
  const [first] = models as readonly [RecordModel]
  return [...Object.keys(first.types), ...Object.keys(first.forms)].filter((name) => {
    let holder = name
    return steps.some((step, at) => {
      const is = concerns(step, holder, models[at] as RecordModel, models.at(-1) as RecordModel)
      if (step.do === 'rename' && step.what === 'type' && step.from === holder) holder = step.to
      return is
    })
  })
}

function concerns(step: MigrationStep, holder: string, before: RecordModel, last: RecordModel): boolean {
  const form = before.types[holder] ?? before.forms[holder]
  if (!form || step.do === 'keep') return false
  switch (step.what) {
    case 'type':
    case 'form':
      return (step.do === 'rename' ? step.from : step.name) === holder
    case 'field':
      return step.in === holder
    case 'parameter':
      return hasFamily(form.fields, step.in.split('/', 1)[0] ?? '')
    case 'code':
      return (
        Object.values(form.fields).some((field) => namesDictionary(field, step.in)) ||
        Object.entries(before.sets).some(
          ([family, sets]) =>
            hasFamily(form.fields, family) &&
            Object.values(sets).some(({ fields }) =>
              Object.values(fields).some((field) => namesDictionary(field, step.in)),
            ),
        )
      )
    case 'state':
      return typesOfLifecycle(before, step.in, last).includes(holder)
    default:
      return false
  }
}

const hasFamily = (fields: RecordFields, family: string): boolean =>
  Object.values(fields).some(({ parameters }) => parameters?.family === family)

interface Part {
  readonly place: RecordKind
  readonly holder: string
  readonly counts: [string, number][][]
  readonly topics: Set<string>
}

async function applyTo(applying: Applying, course: Course, part: Part): Promise<void> {
  const { db, model, secrets, run } = applying
  const { place, holder, topics } = part
  for await (const rows of readRows(db, place, holder, secrets)) {
    const taken: string[] = []
    const changed: Changed[] = []
    for (const row of rows) {
      const archived = new Map<string, unknown>()
      const made = through(row, applying, course, part, archived)
      if (made === null) taken.push(row.key)
      else if (made !== row) changed.push({ row, made: { ...made, key: row.key }, archived })
    }
    if (taken.length + changed.length > 0 && isSubmittedRecord(place))
      for (const name of [holder, ...changed.map(({ made }) => made.holder)]) topics.add(name)
    await takeRows({ db, place, holder }, run, taken)
    await rememberChanges(applying, part, changed, course)
    await writeRows(
      { db, place, holder, model, secrets },
      changed.map(({ made }) => made),
    )
  }
}

function through(
  row: StoredRow,
  { model, next }: Applying,
  { steps, models }: Course,
  { place, counts }: Part,
  archived: Map<string, unknown>,
): RecordRow | null {
  let made: RecordRow | null = row
  for (const [at, step] of steps.entries()) {
    const before: RecordRow = made
    made = migrateRow(before, step, toMigrationContext(model, models[at] as RecordModel, next), archived)
    if (made !== before) counts[at]?.push([RECORD_TABLES[place].words, 1])
    if (made === null) return null
  }
  return made
}

interface Changed {
  readonly row: StoredRow
  readonly made: StoredRow
  readonly archived: ReadonlyMap<string, unknown>
}

/** Stores the differences, so that the migration can be undone and archived values can be printed. */
async function rememberChanges(
  { db, run, secrets }: Applying,
  { place }: Part,
  changed: readonly Changed[],
  { models }: Course,
): Promise<void> {
  if (changed.length === 0) return
  const secret = new Set(models.flatMap((model) => secretNames(model)))
  const seal = (body: RecordBody): RecordBody =>
    Object.fromEntries(
      Object.entries(body).map(([name, value]) => [
        name,
        secret.has(name) && value != null ? secrets.seal(value) : value,
      ]),
    )
  const texts = changed.map(({ row, made, archived }) => {
    const names = [...new Set([...Object.keys(row.body), ...Object.keys(made.body)])].filter(
      (name) => JSON.stringify(row.body[name]) !== JSON.stringify(made.body[name]),
    )
    const part = ({ holder, status, left, body }: RecordRow) =>
      JSON.stringify({
        holder,
        status,
        left,
        body: seal(Object.fromEntries(names.flatMap((name) => (name in body ? [[name, body[name]]] : [])))),
      })
    return {
      key: row.key,
      before: part(row),
      after: part(made),
      archived:
        archived.size === 0
          ? null
          : JSON.stringify({ holder: row.holder, values: seal(Object.fromEntries(archived)) }),
    }
  })
  await sql`insert into record_change (run, place, key, before, after, archived)
    select ${run}, ${place}, given.key, given.before::jsonb, given.after::jsonb, given.archived::jsonb
    from unnest(${texts.map(({ key }) => key)}::text[], ${texts.map(({ before }) => before)}::text[],
      ${texts.map(({ after }) => after)}::text[], ${texts.map(({ archived }) => archived)}::text[])
      as given (key, before, after, archived)`.execute(db)
}

/** Names of fields that hold anything encrypted, wherever they are. */
function secretNames({ types, forms }: RecordModel): string[] {
  return [...Object.values(types), ...Object.values(forms)].flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, { secret }]) => (secret ? [name] : [])),
  )
}
