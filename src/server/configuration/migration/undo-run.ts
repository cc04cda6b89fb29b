// Undoes a migration: restores every record, except values that were changed since.
import { type Kysely, sql } from 'kysely'
import { backwards, migrateRow, type RecordBody, type RecordRow } from '#config/records/migrate-record.ts'
import type { RecordModel } from '#config/records/record-model.ts'
import { bumpVersion } from '#server/platform/cache/content-versions.ts'
import type { Services } from '#server/platform/call.ts'
import { liftTimeLimits } from '#server/platform/database/lift-time-limits.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { MigrationStep, RenameStep } from '#shared/model/migration-model.ts'
import type { Model } from '#shared/model/model.ts'
import { concernedHolders, courseOf } from './apply-migration.ts'
import { toMigrationContext } from './migration-context.ts'
import { putRows, readRows, type StoredRow, writeRows } from './record-rows.ts'
import { lockGuard, lockRecords, RECORD_KINDS, type RecordKind } from './record-sources.ts'
import { renameEverywhere, restoreNames } from './rename-everywhere.ts'

type Db = Kysely<Schema>
type Needs = Pick<Services, 'db' | 'database' | 'audit' | 'clock'>

interface Undone {
  readonly name: string
  readonly title: string
  readonly restored: number
  /** Values that somebody has changed since, which stay as they are now. */
  readonly kept: number
}

/** The last one that was applied; null where there is none. `model` is the portal's as its files are now. */
export async function undoLast(services: Needs, model: Model): Promise<Undone | null> {
  const undone = await undo(services, model)
  if (undone) await services.database.tidy()
  return undone
}

function undo(services: Needs, model: Model): Promise<Undone | null> {
  return services.db.transaction().execute(async (db) => {
    await liftTimeLimits(db)
    await lockGuard(db)
    const run = await db
      .selectFrom('recordRun')
      .selectAll()
      .where('undoneAt', 'is', null)
      .where('records', 'is not', null)
      .orderBy('no', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!run) return null
    await lockRecords(db)
    // Both as they were stored by the run.
    const steps = run.steps as readonly MigrationStep[]
    const records = run.records as RecordModel
    const done = await takeBack({ ...services, db }, { no: run.no, steps, records, model })
    await db.updateTable('recordRun').set({ undoneAt: services.clock() }).where('no', '=', run.no).execute()
    // The next configuration is compared with the one before the run.
    await db
      .updateTable('acceptedModel')
      .set({ modelHash: '', digest: '', records: JSON.stringify(records), acceptedAt: services.clock() })
      .execute()
    await services.audit(
      {
        actor: null,
        action: 'records.undo',
        target: run.name,
        result: 'ok',
        detail: { entries: done.restored },
      },
      db,
    )
    return { name: run.name, title: run.title, ...done }
  })
}

interface Run {
  readonly no: number
  readonly steps: readonly MigrationStep[]
  readonly records: RecordModel
  readonly model: Model
}

async function takeBack(
  { db, database }: Needs,
  { no, steps, records, model }: Run,
): Promise<{ restored: number; kept: number }> {
  const course = courseOf(steps, records, records)
  const models = 'at' in course ? [records] : course.models
  const back = backwards(steps, (at) => isMerge(steps[at] as RenameStep, models[at] ?? records))
  await restoreNames(db, no)
  // Each step back leads from what was written after it to what was before it.
  const befores = back.map((step) => models[steps.indexOf(original(steps, step)) + 1] ?? records)
  for (const [at, step] of back.entries())
    await renameEverywhere(db, step, { before: befores[at] ?? records, next: records })
  let restored = await putBack(db, no)
  let kept = 0
  const topics = new Set<string>()
  const holders = 'at' in course ? [] : concernedHolders(course)
  const later = new Set(holders.flatMap((name) => [name, laterName(name, steps)]))
  for (const holder of later)
    for (const place of RECORD_KINDS)
      for await (const rows of readRows(db, place, holder, database.secrets)) {
        const changes = await loadChanges(
          db,
          no,
          place,
          rows.map(({ key }) => key),
        )
        const made = rows.flatMap((row) => {
          const at = (one: RecordRow): RecordRow =>
            back.reduce<RecordRow>(
              (now, step, index) =>
                migrateRow(
                  now,
                  step,
                  toMigrationContext(model, befores[index] ?? records, records),
                  new Map(),
                ) ?? now,
              one,
            )
          const change = changes.get(row.key)
          const { row: next, kept: left } = change ? restore(row, change, at) : { row: at(row), kept: 0 }
          kept += left
          if (next === row || JSON.stringify(next) === JSON.stringify(row)) return []
          if (change) restored += 1
          return [{ ...next, key: row.key }]
        })
        for (const { holder: name } of made) topics.add(name)
        if (made.length > 0) topics.add(holder)
        await writeRows({ db, place, holder, model, secrets: database.secrets }, made)
      }
  for (const topic of topics) {
    await sql`delete from setting where key = ${`search.${topic}`}`.execute(db)
    await bumpVersion(db, topic)
  }
  return { restored, kept }
}

const original = (steps: readonly MigrationStep[], back: MigrationStep): MigrationStep =>
  steps.find(
    (step) =>
      step.do === 'rename' &&
      back.do === 'rename' &&
      step.what === back.what &&
      step.in === back.in &&
      step.from === back.to &&
      step.to === back.from,
  ) ?? back

/** Merged values can be told apart only by the changes that the run stored. */
function isMerge({ what, in: holder, to }: RenameStep, before: RecordModel): boolean {
  switch (what) {
    case 'type':
      return Object.hasOwn(before.types, to)
    case 'form':
      return Object.hasOwn(before.forms, to)
    case 'role':
      return Object.hasOwn(before.roles, to)
    case 'code':
      return Object.hasOwn(before.dictionaries[holder]?.values ?? {}, to)
    case 'state':
      return Object.values(before.types).some(({ states }) => Object.hasOwn(states, to))
    case 'field':
      return Object.hasOwn((before.types[holder] ?? before.forms[holder])?.fields ?? {}, to)
    case 'parameter': {
      const [family = '', set = ''] = holder.split('/')
      return Object.hasOwn(before.sets[family]?.[set]?.fields ?? {}, to)
    }
    case 'page':
      return Object.hasOwn(before.pages, to)
    case 'path':
      return true
  }
}

const laterName = (name: string, steps: readonly MigrationStep[]): string =>
  steps.reduce(
    (now, step) =>
      step.do === 'rename' && (step.what === 'type' || step.what === 'form') && step.from === now
        ? step.to
        : now,
    name,
  )

interface Change {
  readonly before: RecordRow
  readonly after: RecordRow
}

async function loadChanges(
  db: Db,
  run: number,
  place: RecordKind,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Change>> {
  const rows = await db
    .selectFrom('recordChange')
    .select(['key', 'before', 'after'])
    .where((eb) => eb.and({ run, place }))
    .where('key', 'in', keys.length > 0 ? keys : [''])
    .where('after', 'is not', null)
    .execute()
  // Written by `apply-steps.ts`.
  return new Map(rows.map(({ key, before, after }) => [key, { before, after } as Change]))
}

/** Restores a value that is as the run left it; other values stay, under the former name. */
function restore(
  row: StoredRow,
  { before, after }: Change,
  back: (row: RecordRow) => RecordRow,
): { row: RecordRow; kept: number } {
  const touched = new Set([...Object.keys(before.body), ...Object.keys(after.body)])
  const rest = Object.fromEntries(Object.entries(row.body).filter(([name]) => !touched.has(name)))
  const left = back({ ...row, ...after, body: { ...rest, ...after.body } })
  const untouched = back({ ...row, ...after, body: rest })
  const now = back(row)
  const written = Object.keys(left.body).filter((name) => !isSame(left.body, untouched.body, name))
  const body: Record<string, unknown> = { ...now.body }
  let kept = 0
  for (const name of new Set([...Object.keys(before.body), ...written])) {
    const isAsLeft = isSame(now.body, left.body, name)
    if (isAsLeft && name in before.body) body[name] = before.body[name]
    else if (isAsLeft) delete body[name]
    else if (!isSame(now.body, before.body, name)) kept += 1
  }
  const status = row.status === after.status ? before.status : now.status
  return {
    row: {
      ...now,
      holder: before.holder,
      status,
      left: row.left === after.left ? before.left : now.left,
      body,
    },
    kept,
  }
}

const isSame = (one: RecordBody, other: RecordBody, name: string): boolean =>
  sorted(one[name]) === sorted(other[name])

/** The database keeps the keys of an object in an order of its own. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

async function putBack(db: Db, run: number): Promise<number> {
  const rows = await db
    .selectFrom('recordChange')
    .select(['place', 'key'])
    .where('run', '=', run)
    .where('after', 'is', null)
    .execute()
  for (const place of RECORD_KINDS)
    await putRows(
      db,
      place,
      rows.filter((row) => row.place === place).map(({ key }) => key),
      run,
    )
  return rows.length
}
