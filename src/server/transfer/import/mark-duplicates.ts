// Marks rows that are duplicates in the file, that their owner has already, or that conflict with other items.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { quote } from '#server/content/fields/field-expression.ts'
import { comparable, present } from '#server/content/fields/unique-fields.ts'
import type { TypePlan } from '#server/content/items/type-plan.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { RowFault } from '#shared/calls/import-answers.ts'

type Db = Kysely<Schema>

interface DuplicateCheck {
  readonly id: string
  readonly ownerId: string
  readonly plan: TypePlan
  readonly same: readonly string[]
}

/** SQL that joins the `same` fields of a body with a separator. */
function sameIn(body: string, same: readonly string[]): string {
  return comparable(same.map((name) => `coalesce(${body}->>${quote(name)}, '')`).join(` || '|' || `))
}

function titlesOf({ byName }: TypePlan, names: readonly string[]): string {
  return names.map((name) => byName.get(name)?.title ?? name).join('、')
}

/** `faults` is SQL that answers what is wrong, as a text. */
function toFaults(column: string | null, message: RawBuilder<unknown>, help: string): RawBuilder<unknown> {
  const fault: RowFault = { column, value: '', message: '', help }
  return sql`jsonb_build_array(${JSON.stringify(fault)}::jsonb || jsonb_build_object('message', ${message}))`
}

/** Marks the duplicates after all rows are validated. */
export async function markDuplicates(db: Db, known: DuplicateCheck): Promise<void> {
  const { id, plan, same } = known
  await sql`update import_row set same_key = ${sql.raw(sameIn("item->'body'", same))}
    where job_id = ${id} and verdict = 'right'`.execute(db)
  await markRepeated(db, id, titlesOf(plan, same))
  for (const { name, unique, title } of plan.own) if (unique) await markConflicting(db, known, name, title)
  await markExisting(db, known)
}

/** The first of them is right. */
async function markRepeated(db: Db, id: string, titles: string): Promise<void> {
  const message = sql`'与第 ' || first.row_no || ' 行的' || ${titles}::text || '相同'`
  await sql`
    update import_row set verdict = 'wrong', item = null,
      errors = ${toFaults(titles, message, '同一份文件里每件只写一行，请删去其中一行')}
    from (select distinct on (same_key) same_key, place, row_no from import_row
      where job_id = ${id} and verdict = 'right' order by same_key, place) first
    where import_row.job_id = ${id} and verdict = 'right' and import_row.same_key = first.same_key
      and import_row.place > first.place`.execute(db)
}

/** Marks rows whose unique values an item or an earlier row holds. */
async function markConflicting(
  db: Db,
  { id, plan }: DuplicateCheck,
  name: string,
  title: string,
): Promise<void> {
  const [own, stored] = [
    comparable(`import_row.item->'body'->>${quote(name)}`),
    comparable(`item.body->>${quote(name)}`),
  ]
  const earlier = comparable(`first.item->'body'->>${quote(name)}`)
  const message = sql`${`“${title}”已被使用`}::text`
  await sql`
    update import_row set verdict = 'wrong', errors = ${toFaults(title, message, '不得与已有的内容重复，请核对')}, item = null
    where job_id = ${id} and verdict = 'right' and import_row.item->'body'->>${sql.lit(name)} is not null and (
      exists (select from item where ${sql.raw(present(plan.type))} and ${sql.raw(stored)} = ${sql.raw(own)})
      or exists (select from import_row first where first.job_id = import_row.job_id and first.verdict = 'right'
        and first.place < import_row.place and ${sql.raw(earlier)} = ${sql.raw(own)}))`.execute(db)
}

/** Answers how many rows this found that were right before. */
export async function markExisting(db: Db, { id, ownerId, plan, same }: DuplicateCheck): Promise<number> {
  const titles = titlesOf(plan, same)
  const states = JSON.stringify(
    Object.fromEntries(
      Object.entries(plan.type.lifecycle.states).map(([state, { title }]) => [state, title]),
    ),
  )
  const message = sql`'您已有' || ${titles}::text || '相同的内容（' || coalesce(${states}::jsonb->>own.status, own.status) || '）'`
  const { rows } = await sql`
    update import_row set verdict = 'exists',
      errors = ${toFaults(titles, message, '不会重复导入；如需改动，请在“我的发布”中修改原内容')}
    from (select distinct on (same_key) ${sql.raw(sameIn('body', same))} as same_key, status from item
      where ${sql.raw(present(plan.type))} and owner_id = ${ownerId}) own
    where import_row.job_id = ${id} and verdict = 'right' and import_row.same_key = own.same_key
    returning place`.execute(db)
  return rows.length
}
