// Owns where an account is at home, or in charge: what the form of its registration asks for as the first area.
import { type RawBuilder, sql } from 'kysely'
import type { Model } from '../../shared/model.ts'

/** On the rows of `account`: the code, or null. */
export function accountRegion({ forms }: Pick<Model, 'forms'>): RawBuilder<string | null> {
  const named = forms.flatMap(({ id, fields }) => {
    const field = fields.find(({ type, system }) => type === 'region' && !system)
    return field ? [sql`when ${sql.lit(id)} then account.application->>${sql.lit(field.name)}`] : []
  })
  return named.length === 0 ? sql`null::text` : sql`case account.form ${sql.join(named, sql` `)} end`
}
