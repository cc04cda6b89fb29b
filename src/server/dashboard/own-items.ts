// Owns which items are a person's own: of every type that others than operators hand in, while he may read them.
import { type RawBuilder, sql } from 'kysely'
import { findPlan } from '#server/content/items/type-plan.ts'
import { findReading, readLiterally } from '#server/content/query/query-readings.ts'
import { holds } from '#server/content/query/search-matches.ts'
import { searchedTypes } from '#server/content/query/searched-types.ts'
import type { Call } from '#server/platform/call.ts'
import { readText } from '#server/platform/calls/read-parameter.ts'
import type { SignedIn } from '#server/platform/operations/require-signed-in.ts'
import { lexiconOf } from '#server/platform/text/lexicon.ts'
import { textsHold } from '#server/platform/text/match-texts.ts'
import { GRANTS, namesGrant } from '#shared/access/roles.ts'
import { isGone } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'

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

/**
 * SQL that goes on with a condition on the words asked for; nothing where there are none. Where no item of `own` holds
 * them, what they may stand for is looked for, as in public lists.
 */
export async function withWords(
  { services, params }: Call,
  own: RawBuilder<unknown>,
): Promise<RawBuilder<unknown>> {
  const keyWord = readText(params, 'keyWord')
  if (keyWord === undefined) return sql``
  const [model, { db }] = [services.model(), services]
  const lexicon = lexiconOf(model)
  const inTitle = textsHold([sql`title`], keyWord, lexicon)
  const anyHolds = async (condition: RawBuilder<unknown>) => {
    const { rows } = await sql<{ held: boolean }>`
      select exists(select 1 from item where ${own} and ${condition}) as held`.execute(db)
    return rows[0]?.held === true
  }
  const literal = readLiterally(keyWord, lexicon)
  if (!literal) return sql`and ${inTitle}`
  const asTyped = sql`(${inTitle} or ${holds(literal.words)})`
  if (await anyHolds(asTyped)) return sql`and ${asTyped}`
  const vocabulary = { db, types: searchedTypes(model), lexicon }
  const reading = await findReading(vocabulary, keyWord, (words) => anyHolds(holds(words)))
  return sql`and ${reading ? holds(reading.words) : asTyped}`
}
