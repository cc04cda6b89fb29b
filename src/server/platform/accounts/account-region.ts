// Resolves the region of an account: the first area that its registration form asks for.
import { type RawBuilder, sql } from 'kysely'
import { audiencesOf } from '#shared/access/field-read-access.ts'
import { isNamed, type Role, regionalOf } from '#shared/access/roles.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'

type Configured = Pick<Model, 'forms' | 'contentTypes' | 'roles'>

/** On the rows of `account`: the code, or null. */
export function accountRegion({ forms }: Pick<Model, 'forms'>): RawBuilder<string | null> {
  const named = forms.flatMap(({ id, fields }) => {
    const field = firstRegion(fields)
    return field ? [sql`when ${sql.lit(id)} then account.application->>${sql.lit(field.name)}`] : []
  })
  return named.length === 0 ? sql`null::text` : sql`case account.form ${sql.join(named, sql` `)} end`
}

/** The field that says the area by which somebody of the role reads or does something; undefined where none does. */
export function bindingRegion(model: Configured, role: Role, form: string | null): Field | undefined {
  const grants = model.roles.find(({ name }) => name === role)?.grants ?? []
  const isBound = regionalAudiences(model).some((audience) => isNamed({ id: '', role, grants }, audience))
  return isBound ? firstRegion(model.forms.find(({ id }) => id === form)?.fields ?? []) : undefined
}

const firstRegion = (fields: readonly Field[]): Field | undefined =>
  fields.find(({ type, system }) => type === 'region' && !system)

function regionalAudiences({ contentTypes }: Configured): string[] {
  return contentTypes
    .flatMap(({ fields, lifecycle }) => [
      ...fields.flatMap(({ visible = [] }) => audiencesOf(visible)),
      ...Object.values(lifecycle.states).flatMap(({ readers = [] }) => readers),
      ...lifecycle.transitions.flatMap(({ by, not = [], readers = [] }) => [
        ...by,
        ...not,
        ...audiencesOf(readers),
      ]),
      ...(lifecycle.vacancy ?? []).flatMap(({ to }) => to),
    ])
    .flatMap((audience) => regionalOf(audience) ?? [])
}
