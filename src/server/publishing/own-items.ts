// Owns which items are a person's own: of every type that others than operators hand in, while he may read them.
import { type RawBuilder, sql } from 'kysely'
import type { ContentType } from '../../shared/content-model.ts'
import { isGone } from '../../shared/lifecycle.ts'
import type { Model } from '../../shared/model.ts'
import { GRANTS, namesGrant } from '../../shared/roles.ts'
import { toContaining } from '../content/filter.ts'
import { findPlan } from '../content/type-plan.ts'
import type { SignedIn } from '../operations/require-signed-in.ts'

/** A new type with an endpoint to add is among them by itself. */
export function ownTypes({ contentTypes, operations, roles }: Model): ContentType[] {
  const handedIn = new Set(
    operations.flatMap(({ access, content }) =>
      (content?.action === 'add' || content?.action === 'save') &&
      access.some((who) => !namesGrant(roles, [who], GRANTS.moderate))
        ? [content.type]
        : [],
    ),
  )
  return contentTypes.filter(({ name }) => handedIn.has(name))
}

/**
 * SQL on the rows of `item`; `only` names one type. Type by type in a CASE, into which nobody looks for indexes: whose it
 * is finds the rows, and with dozens of types the planning took a hundred times as long as the reading.
 */
export function ownItems(model: Model, asker: SignedIn, only?: string): RawBuilder<unknown> {
  const types = ownTypes(model).filter(({ name }) => only === undefined || name === only)
  const readable = types.flatMap(({ name, lifecycle }) => {
    const plan = findPlan(model, name)
    const gone = Object.keys(lifecycle.states).filter((state) => isGone(lifecycle, state))
    const isThere = sql.join(
      gone.map((state) => sql`status <> ${sql.lit(state)} and `),
      sql``,
    )
    return plan ? [sql`when ${sql.lit(name)} then ${isThere}${plan.relations.readableToOwner(asker)}`] : []
  })
  if (readable.length === 0) return sql`false`
  return sql`(owner_id = ${asker.id} and case type ${sql.join(readable, sql` `)} else false end)`
}

/** SQL that goes on with a condition on the title; nothing where no words are asked for. */
export const withWords = (words: string | undefined): RawBuilder<unknown> =>
  words === undefined ? sql`` : sql`and title ilike ${toContaining(words)}`
