// Checks that no configuration changes the unit or kind of stored values.
import { type Kysely, sql } from 'kysely'
import { locatePath } from '#config/load/document.ts'
import type { Problem } from '#config/load/problem.ts'
import type { ReadText } from '#config/load/read-folder.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { Model } from '#shared/model/model.ts'
import { type FieldUnit, fieldUnits, type WrittenMeasure } from './field-units.ts'

const KINDS: Readonly<Record<string, string>> = { number: '数值', boolean: '是否', text: '文字' }

/**
 * Returns a problem for each stored value that `model` would read with another meaning; `read` gives its
 * files.
 */
export async function findChangedMeasures(
  db: Kysely<Schema>,
  model: Model,
  read: ReadText,
): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const { now, before } of await loadChanged(db, model)) {
    const held = before ? await countStoredValues(db, now) : 0
    if (before && held > 0) problems.push(toProblem(now, before, held, read))
  }
  return problems
}

/** Remembers how `model` means its values, save those held otherwise. What it no longer names stays remembered. */
export async function keepMeasures(db: Kysely<Schema>, model: Model): Promise<void> {
  const rows: FieldUnit[] = []
  for (const { now, before } of await loadChanged(db, model)) {
    const { type, setId, key, kind, unit } = now
    if (!before || (await countStoredValues(db, now)) === 0) rows.push({ type, setId, key, kind, unit })
  }
  if (rows.length === 0) return
  await db
    .insertInto('measure')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['type', 'setId', 'key'])
        .doUpdateSet(({ ref }) => ({ kind: ref('excluded.kind'), unit: ref('excluded.unit') })),
    )
    .execute()
}

interface Changed {
  readonly now: WrittenMeasure
  /** Absent for what is new. */
  readonly before: FieldUnit | undefined
}

async function loadChanged(db: Kysely<Schema>, model: Model): Promise<Changed[]> {
  const placed = ({ type, setId, key }: Pick<FieldUnit, 'type' | 'setId' | 'key'>) =>
    `${type} ${setId} ${key}`
  const rows = await db.selectFrom('measure').selectAll().execute()
  const known = new Map(rows.map((row) => [placed(row), row as FieldUnit])) // only kinds are stored
  return fieldUnits(model).flatMap((now) => {
    const before = known.get(placed(now))
    return before?.kind === now.kind && before.unit === now.unit ? [] : [{ now, before }]
  })
}

/** Counts the values in items of any state, in their pending changes and previous versions. */
async function countStoredValues(
  db: Kysely<Schema>,
  { type, setId, key, within }: WrittenMeasure,
): Promise<number> {
  const holds = (body: string) =>
    within
      ? sql`${sql.ref(body)} ->> ${within.chooser} = ${setId} and ${sql.ref(body)} -> ${within.holder} -> ${key} <> 'null'`
      : sql`${sql.ref(body)} -> ${key} <> 'null'`
  const { rows } = await sql<{ held: number }>`select count(*)::int as held from item
    left join pending_version change on change.item_id = item.id
    left join left_version kept on kept.item_id = item.id
    where item.type = ${type} and ((${holds('item.body')}) or (${holds('change.body')}) or (${holds('kept.body')}))`.execute(
    db,
  )
  return rows[0]?.held ?? 0
}

function toProblem(now: WrittenMeasure, before: FieldUnit, held: number, read: ReadText): Problem {
  const { file, path, title, key, kind, unit } = now
  const describeMeasure = (measure: FieldUnit) =>
    kind === before.kind ? measure.unit || '没有单位' : (KINDS[measure.kind] ?? measure.kind)
  const what = kind === before.kind ? '单位' : '类型'
  const [from, to] = [describeMeasure(before), describeMeasure(now)]
  const message = `“${title}”的${what}由“${from}”改成了“${to}”，而已有 ${held} 条内容是按原来的${what}填写的；请改回，或换一个名称（如 ${key}2）另立一项，原有的值会保留`
  const place = locatePath({ text: read(file) ?? '' }, path)
  return {
    slug: 'parameter_measure',
    severity: 'error',
    file,
    ...place,
    message,
    found: unit,
    expected: before.unit,
  }
}
