// Renames types, forms, fields, states, roles and pages outside records, and restores the names when a run is undone.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { familiesOf, typesOfLifecycle } from '#config/records/migrate-model.ts'
import type { RecordModel } from '#config/records/record-model.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { MigrationStep, RenameStep } from '#shared/model/migration-model.ts'
import { type ChangeSummary, toChangeSummary } from './change-summary.ts'

type Db = Kysely<Schema>

/** Columns that hold the name of a content type. */
const TYPE_COLUMNS = [
  ['comment', 'item_type'],
  ['chat_message', 'item_type'],
  ['notice', 'item_type'],
  ['item_interest', 'type'],
  ['item_pin', 'type'],
  ['search_heat', 'type'],
  ['import_job', 'type'],
  ['file', 'form'],
] as const
/** One row for each type, or for each of its parts: what is there under the new name stays. */
const TYPE_ROWS = ['measure', 'parameter_source', 'parameter_set'] as const

interface Around {
  /** The configuration that the step is applied to, and the one that it leads to. */
  readonly before: RecordModel
  readonly next: RecordModel
  /** The run that remembers what was merged; absent on the way back. */
  readonly run?: number | undefined
}

const NOTHING: ChangeSummary = new Map()

/** Returns how many accounts and follows bear another name now; those that go with their records are not counted. */
export async function renameEverywhere(
  db: Db,
  step: MigrationStep,
  { before, next, run }: Around,
): Promise<ChangeSummary> {
  if (step.do !== 'rename') {
    // A value that means something else may be measured otherwise.
    if (step.do !== 'keep' && step.what === 'field')
      await sql`delete from measure where type = ${step.in} and set_id = '' and key = ${step.name}`.execute(
        db,
      )
    return NOTHING
  }
  const { from, to } = step
  switch (step.what) {
    case 'type':
      await renameType(db, from, to)
      return NOTHING
    case 'form':
      await sql`update file set form = ${to} where form = ${from}`.execute(db)
      return NOTHING
    case 'field':
      await renameField(db, step)
      return NOTHING
    case 'parameter':
      await renameParameter(db, step, before)
      return NOTHING
    case 'state':
      await renameState(db, step, typesOfLifecycle(before, step.in, next), run)
      return NOTHING
    case 'role':
      return toChangeSummary([['个账号', await renameRole(db, step, run)]])
    case 'code':
      for (const family of familiesOf(before, step.in)) await renameSet(db, before, family, step)
      return toChangeSummary([['个角色授权', await renameCategory(db, step, { before, next, run })]])
    case 'page':
      return toChangeSummary([['个关注', await renamePage(db, step, run)]])
    case 'path':
      return NOTHING
  }
}

/** The value of a column, with the new name. */
const renamed = (column: string, { from, to }: { readonly from: string; readonly to: string }) =>
  sql`case when ${sql.ref(column)} = ${from} then ${to}::text else ${sql.ref(column)} end`

/** `update` is a statement that returns the rows that it changed. */
async function countChanged(db: Db, update: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ changed: number }>`
    with done as (${update}) select count(*)::int as changed from done`.execute(db)
  return rows[0]?.changed ?? 0
}

async function renameRole(db: Db, step: RenameStep, run: number | undefined): Promise<number> {
  const { from } = step
  const [role, own] = [renamed('role', step), renamed('own_role', step)]
  if (run !== undefined)
    await sql`insert into record_change (run, place, key, before, after)
      select ${run}, 'role', id, jsonb_build_object('role', role, 'own', own_role),
        jsonb_build_object('role', ${role}, 'own', ${own})
      from account where ${from} in (role, own_role)`.execute(db)
  if (run !== undefined)
    await sql`insert into record_change (run, place, key, before, after)
      select ${run}, 'assignedRole', id, jsonb_build_object('role', role), jsonb_build_object('role', ${role})
      from role_assignment where role = ${from}`.execute(db)
  await sql`update role_assignment set role = ${role} where role = ${from}`.execute(db)
  return countChanged(
    db,
    sql`update account set role = ${role}, own_role = ${own} where ${from} in (role, own_role) returning id`,
  )
}

async function renameType(db: Db, from: string, to: string): Promise<void> {
  for (const [table, column] of TYPE_COLUMNS)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to} where ${sql.ref(column)} = ${from}`.execute(
      db,
    )
  await sql`update role_assignment set scope = jsonb_set(scope, '{types}', (
      select jsonb_agg(case when type = ${from} then ${to}::text else type end order by place)
      from jsonb_array_elements_text(scope -> 'types') with ordinality listed (type, place)))
    where scope -> 'types' ? ${from}`.execute(db)
  for (const table of TYPE_ROWS) {
    const taken = await sql<{ taken: boolean }>`
      select exists (select 1 from ${sql.table(table)} where type = ${to}) as taken`.execute(db)
    if (taken.rows[0]?.taken) continue
    await sql`update ${sql.table(table)} set type = ${to} where type = ${from}`.execute(db)
  }
}

async function renameField(db: Db, { in: holder, from, to }: RenameStep): Promise<void> {
  await sql`update file set field = ${to} where form = ${holder} and field = ${from}`.execute(db)
  await moveMeasures(db, sql`type = ${holder} and set_id = ''`, from, to)
  // Field comments of transitions are renamed too.
  await sql`update transition_log set remarks = (remarks - ${from}) || jsonb_build_object(${to}::text, remarks -> ${from})
    from item where item.id = transition_log.item_id and item.type = ${holder} and remarks ? ${from}`.execute(
    db,
  )
}

async function moveMeasures(db: Db, where: ReturnType<typeof sql>, from: string, to: string): Promise<void> {
  await sql`delete from measure where ${where} and key = ${to}`.execute(db)
  await sql`update measure set key = ${to} where ${where} and key = ${from}`.execute(db)
}

async function renameParameter(
  db: Db,
  { in: holder, from, to }: RenameStep,
  before: RecordModel,
): Promise<void> {
  const [family = '', set = ''] = holder.split('/')
  for (const type of typesOf(before, family))
    await moveMeasures(db, sql`type = ${type} and set_id = ${set}`, from, to)
}

const typesOf = ({ types }: RecordModel, family: string): string[] =>
  Object.entries(types).flatMap(([name, { fields }]) =>
    Object.values(fields).some(({ parameters }) => parameters?.family === family) ? [name] : [],
  )

async function renameSet(
  db: Db,
  before: RecordModel,
  family: string,
  { from, to }: Pick<RenameStep, 'from' | 'to'>,
): Promise<void> {
  for (const type of typesOf(before, family)) {
    await sql`delete from measure where type = ${type} and set_id = ${to}`.execute(db)
    await sql`update measure set set_id = ${to} where type = ${type} and set_id = ${from}`.execute(db)
  }
}

/** Scopes of roles that name the code as a category of their type; one that names both codes keeps one. */
async function renameCategory(
  db: Db,
  { in: dictionary, from, to }: RenameStep,
  { before, next, run }: Around,
): Promise<number> {
  const types = Object.entries(before.types).flatMap(([name, { fields, category }]) => {
    const field = category ?? next.types[name]?.category
    return field !== undefined && fields[field]?.dict === dictionary ? [name] : []
  })
  if (types.length === 0) return 0
  const concerned = isScopeOf(types, from)
  const scope = sql`jsonb_set(scope, '{categories}', (
    select jsonb_agg(code order by place) from (
      select case when code = ${from} then ${to}::text else code end as code, min(place) as place
      from jsonb_array_elements_text(scope -> 'categories') with ordinality listed (code, place) group by 1) named))`
  if (run !== undefined)
    await sql`
      with again as (
        update record_change set after = ${scope} from role_assignment
        where run = ${run} and place = 'scope' and key = role_assignment.id and ${concerned} returning key)
      insert into record_change (run, place, key, before, after)
      select ${run}, 'scope', id, scope, ${scope} from role_assignment
      where ${concerned} and id not in (select key from again)`.execute(db)
  return countChanged(db, sql`update role_assignment set scope = ${scope} where ${concerned} returning id`)
}

/** Condition that the scope of a row of `role_assignment` names the code as a category of one of the types. */
export const isScopeOf = (types: readonly string[], code: string): RawBuilder<unknown> =>
  sql`(scope -> 'categories' ? ${code} and scope -> 'types' ?| ${types}::text[])`

async function renameState(
  db: Db,
  { from, to }: RenameStep,
  types: readonly string[],
  run: number | undefined,
): Promise<void> {
  if (types.length === 0) return
  const named = sql`transition_log join item on item.id = transition_log.item_id
    where item.type in (${sql.join(types)}) and ${from} in (from_status, to_status)`
  if (run !== undefined)
    await sql`insert into record_change (run, place, key, before, after)
      select ${run}, 'steps', transition_log.id::text,
        jsonb_build_object('from', from_status, 'to', to_status),
        jsonb_build_object('from', case from_status when ${from} then ${to} else from_status end,
          'to', case to_status when ${from} then ${to} else to_status end)
      from ${named}`.execute(db)
  await sql`update transition_log set
      from_status = case from_status when ${from} then ${to} else from_status end,
      to_status = case to_status when ${from} then ${to} else to_status end
    where id in (select transition_log.id from ${named})`.execute(db)
}

/** A user who follows both pages follows only the remaining one. */
async function renamePage(db: Db, { from, to }: RenameStep, run: number | undefined): Promise<number> {
  const own = sql`follow.kind <> 'item' and follow.place = ${from}`
  const twice = sql`exists (select from follow other where other.user_id = follow.user_id
    and other.kind = follow.kind and other.place = ${to} and other.query = follow.query)`
  if (run !== undefined)
    await sql`insert into record_change (run, place, key, before, after)
      select ${run}, 'follow', id, jsonb_build_object('place', place), jsonb_build_object('place', ${to}::text)
      from follow where ${own} and not ${twice}`.execute(db)
  return countChanged(db, sql`update follow set place = ${to} where ${own} and not ${twice} returning id`)
}

/** Restores the names of before the run in transitions, accounts and follows, unless they were changed since. */
export async function restoreNames(db: Db, run: number): Promise<void> {
  await sql`update transition_log set from_status = done.before ->> 'from', to_status = done.before ->> 'to'
    from record_change done where done.run = ${run} and done.place = 'steps' and transition_log.id = done.key::bigint
      and from_status = done.after ->> 'from' and to_status = done.after ->> 'to'`.execute(db)
  await sql`update account set role = done.before ->> 'role', own_role = done.before ->> 'own'
    from record_change done where done.run = ${run} and done.place = 'role' and account.id = done.key
      and role = done.after ->> 'role' and own_role is not distinct from done.after ->> 'own'`.execute(db)
  await sql`update role_assignment set role = done.before ->> 'role'
    from record_change done where done.run = ${run} and done.place = 'assignedRole' and role_assignment.id = done.key
      and role_assignment.role = done.after ->> 'role'`.execute(db)
  await sql`update role_assignment set scope = done.before from record_change done
    where done.run = ${run} and done.place = 'scope' and role_assignment.id = done.key
      and role_assignment.scope = done.after`.execute(db)
  await sql`update follow set place = done.before ->> 'place'
    from record_change done where done.run = ${run} and done.place = 'follow' and follow.id = done.key
      and follow.place = done.after ->> 'place'`.execute(db)
}
