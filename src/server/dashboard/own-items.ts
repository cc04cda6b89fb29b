// Selects a person's own items: of every type that non-operators submit, as far as the person may read them.
import { type RawBuilder, sql } from 'kysely'
import { findPlan } from '#server/content/items/type-plan.ts'
import { findInterpretation, readLiterally } from '#server/content/query/query-readings.ts'
import { matchesWords } from '#server/content/query/search-matches.ts'
import { searchedTypes } from '#server/content/query/searched-types.ts'
import type { Call } from '#server/platform/call.ts'
import { readText } from '#server/platform/calls/read-parameter.ts'
import type { SignedIn } from '#server/platform/operations/require-signed-in.ts'
import { lexiconOf } from '#server/platform/text/lexicon.ts'
import { textsMatch } from '#server/platform/text/match-texts.ts'
import { GRANTS, namesGrant } from '#shared/access/roles.ts'
import { isDeletedState } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'

/** A new type with an endpoint to add is among them by itself. */
export function ownTypes({ contentTypes, operations, roles }: Model): ContentType[] {
  const submittedTypes = new Set(
    operations.flatMap(({ access, content }) =>
      (content?.action === 'add' || content?.action === 'save') &&
      access.some((who) => !namesGrant(roles, [who], GRANTS.moderate))
        ? [content.type]
        : [],
    ),
  )
  return contentTypes.filter(({ name }) => submittedTypes.has(name))
}

/**
 * SQL on the rows of `item`; `only` names one type. The types stand in a CASE, which the planner does not search for
 * indexes: the owner selects the rows, and with dozens of types planning took a hundred times as long as reading.
 */
export function ownItems(model: Model, caller: SignedIn, only?: string): RawBuilder<unknown> {
  const types = ownTypes(model).filter(({ name }) => only === undefined || name === only)
  const readable = types.flatMap(({ name, lifecycle }) => {
    const plan = findPlan(model, name)
    const deletedStates = Object.keys(lifecycle.states).filter((state) => isDeletedState(lifecycle, state))
    const isThere = sql.join(
      deletedStates.map((state) => sql`status <> ${sql.lit(state)} and `),
      sql``,
    )
    return plan ? [sql`when ${sql.lit(name)} then ${isThere}${plan.relations.readableToOwner(caller)}`] : []
  })
  if (readable.length === 0) return sql`false`
  return sql`(owner_id = ${caller.id} and case type ${sql.join(readable, sql` `)} else false end)`
}

/**
 * SQL that appends a condition on the keywords; empty where there are none. Where no item of `own` matches, synonyms
 * and corrections of the keywords are tried, as in public lists.
 */
export async function keywordCondition(
  { services, params }: Call,
  own: RawBuilder<unknown>,
): Promise<RawBuilder<unknown>> {
  const keyWord = readText(params, 'keyWord')
  if (keyWord === undefined) return sql``
  const [model, { db }] = [services.model(), services]
  const lexicon = lexiconOf(model)
  const inTitle = textsMatch([sql`title`], keyWord, lexicon)
  const anyHolds = async (condition: RawBuilder<unknown>) => {
    const { rows } = await sql<{ held: boolean }>`
      select exists(select 1 from item where ${own} and ${condition}) as held`.execute(db)
    return rows[0]?.held === true
  }
  const literal = readLiterally(keyWord, lexicon)
  if (!literal) return sql`and ${inTitle}`
  const asTyped = sql`(${inTitle} or ${matchesWords(literal.words)})`
  if (await anyHolds(asTyped)) return sql`and ${asTyped}`
  const vocabulary = { db, types: searchedTypes(model), lexicon }
  const reading = await findInterpretation(vocabulary, keyWord, (words) => anyHolds(matchesWords(words)))
  return sql`and ${reading ? matchesWords(reading.words) : asTyped}`
}
