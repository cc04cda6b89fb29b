// Selects a person's own items: of every type that non-operators submit, as far as the person may read them.
import { type RawBuilder, sql } from 'kysely'
import { findInterpretation, readLiterally } from '#server/content/query/query-readings.ts'
import { isReadableOwn } from '#server/content/query/readable-titles.ts'
import { matchesWords } from '#server/content/query/search-matches.ts'
import { searchedTypes } from '#server/content/query/searched-types.ts'
import type { Call } from '#server/platform/call.ts'
import { readText } from '#server/platform/calls/read-parameter.ts'
import type { SignedIn } from '#server/platform/operations/require-signed-in.ts'
import { lexiconOf } from '#server/platform/text/lexicon.ts'
import { textsMatch } from '#server/platform/text/match-texts.ts'
import { GRANTS, namesGrant } from '#shared/access/roles.ts'
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
  // Editors find what they write in the console, with that of their colleagues.
  return contentTypes.filter(({ name, lifecycle }) => submittedTypes.has(name) && !lifecycle.editors)
}

/** SQL on the rows of `item`; `only` names one type. */
export const ownItems = (model: Model, caller: SignedIn, only?: string): RawBuilder<unknown> =>
  isReadableOwn(
    model,
    caller,
    ownTypes(model).filter(({ name }) => only === undefined || name === only),
  )

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
