// Describes duplicate values for operators, where a type has come to forbid them.
import { type Kysely, sql } from 'kysely'
import { quote } from '#server/content/fields/field-expression.ts'
import { comparable, present, type UniquePlan } from '#server/content/fields/unique-fields.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'

/** Enough to begin with; mending these shows the next. */
const MAX_REPORTED = 20

interface Row {
  readonly id: string
  readonly title: string
  readonly status: string
  readonly value: string
  readonly key: string
}

/** A line that says what is not held, and one for each value with its items. */
export async function toCollisions(db: Kysely<Schema>, { type, field }: UniquePlan): Promise<string[]> {
  const value = `body->>${quote(field.name)}`
  const { rows } = await sql<Row>`
    select id, title, status, value, key from (
      select id, title, status, created_at, ${sql.raw(value)} as value, ${sql.raw(comparable(value))} as key,
        count(*) over (partition by ${sql.raw(comparable(value))}) as times
      from item where ${sql.raw(present(type))} and ${sql.raw(value)} is not null
    ) held where times > 1 order by key, created_at, id limit ${MAX_REPORTED}`.execute(db)
  const keys = [...new Set(rows.map(({ key }) => key))]
  return [
    `内容类型“${type.title}”要求“${field.title}”不得重复（${field.name}），但已有内容重复，暂时无法保证：请修改或删除以下内容，然后重新启动`,
    ...keys.map((key) => {
      const items = rows.filter((row) => row.key === key)
      const named = items.map(({ id, title, status }) => `《${title}》（${id}，${stateOf(type, status)}）`)
      return `  ${items[0]?.value ?? ''}：${named.join('、')}`
    }),
  ]
}

const stateOf = (type: UniquePlan['type'], status: string) => type.lifecycle.states[status]?.title ?? status
