// Refuses a value that another item of the type already has, if the field is declared unique.
import { type Kysely, sql } from 'kysely'
import { quote } from '#server/content/fields/field-expression.ts'
import { comparable, planUnique, present, UNIQUE_PREFIX } from '#server/content/fields/unique-fields.ts'
import type { TypePlan } from '#server/content/items/type-plan.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { violatedConstraint } from '#server/platform/database/violated-constraint.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import type { Body } from './prepare-body.ts'

/** Runs `work`; what the database refuses in it as a second of its kind becomes a refusal that names the field. */
export async function namingDuplicates<T>(model: Model, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (!constraint?.startsWith(UNIQUE_PREFIX)) throw error
    throw toFailure(
      planUnique(model)
        .filter(({ name }) => name === constraint)
        .map(({ field }) => field),
    )
  }
}

/**
 * Checks a pending change, which no index covers. Its author learns at once of a duplicate that would be refused at
 * approval. Two concurrent duplicates are detected at approval.
 */
export async function refuseDuplicates(
  db: Kysely<Schema>,
  { type, own }: TypePlan,
  itemId: string,
  body: Body,
): Promise<void> {
  const taken: Field[] = []
  for (const field of own) {
    const value = field.unique ? body[field.name] : undefined
    if (value === undefined || value === null) continue
    const { rows } = await sql`
      select 1 from item, (select ${String(value)}::text as value) given
      where ${sql.raw(present(type))} and id <> ${itemId}
        and ${sql.raw(comparable(`body->>${quote(field.name)}`))} = ${sql.raw(comparable('given.value'))}
      limit 1`.execute(db)
    if (rows.length > 0) taken.push(field)
  }
  if (taken.length > 0) throw toFailure(taken)
}

/** Without a field where the configuration was swapped meanwhile. */
function toFailure(fields: readonly Field[]): Failure {
  const errors = fields.map(({ name, title }) => ({ path: `/${name}`, message: messageOf(title) }))
  const message = errors[0]?.message ?? '已有相同的内容，请核对后重新填写'
  return new Failure('BAD_INPUT', { message, errors })
}

const messageOf = (title: string) => `“${title}”已被使用，请核对后重新填写`
