// Converts answers to the fields of a directory entry and validates them like any item, with the form's wording.
import { isDeepStrictEqual } from 'node:util'
import { type Body, prepareBody } from '#server/content/write/validate.ts'
import type { Account, Services } from '#server/platform/call.ts'
import type { JsonObject } from '#server/platform/database/tables/schema.ts'
import { GRANTS, type RoleModel, toRoleCaller } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import { toEntry } from '#shared/identity/directory-entry.ts'
import type { Directory } from '#shared/identity/directory-model.ts'
import type { DirectoryPlan } from './directory-of.ts'

/** The portal itself writes as those do who keep the directory. */
const NOBODY = { name: '', grants: [GRANTS.moderate] }
const editor = (roles: readonly RoleModel[]): Account => ({
  ...toRoleCaller(roles.find(({ grants }) => grants.includes(GRANTS.moderate)) ?? NOBODY),
  userName: '',
  name: '',
  black: false,
})

/** The whole entry; refuses answers that lack what the directory demands. */
export function wholeEntry(
  services: Pick<Services, 'clock' | 'model' | 'roles'>,
  { directory, plan }: DirectoryPlan,
  answers: JsonObject,
): Body {
  const entry = toEntry(directory, plan.byName, answers)
  return withFormErrors(directory, () =>
    prepareBody({ call: { account: editor(services.roles) }, plan, services }, entry),
  )
}

/** The fields that differ between two states of the answers; `gone` are those that are empty now. */
export function changedFields(
  services: Pick<Services, 'clock' | 'model' | 'roles'>,
  { directory, plan }: DirectoryPlan,
  before: JsonObject,
  after: JsonObject,
): { readonly given: Body; readonly removed: readonly string[] } {
  const [old, fresh] = [toEntry(directory, plan.byName, before), toEntry(directory, plan.byName, after)]
  const isChanged = (name: string) => !isDeepStrictEqual(fresh[name], old[name])
  if (!Object.keys({ ...old, ...fresh }).some(isChanged)) return { given: {}, removed: [] }
  const validated = withFormErrors(directory, () =>
    prepareBody({ call: { account: editor(services.roles) }, plan, services }, fresh, { complete: false }),
  )
  return {
    given: Object.fromEntries(Object.entries(validated).filter(([name]) => isChanged(name))),
    removed: Object.keys(old).filter((name) => fresh[name] === undefined && !plan.byName.get(name)?.required),
  }
}

/** Returns the fields of `given` that are empty in the entry. */
export function lacking(entry: Body, given: Body): Body {
  return Object.fromEntries(Object.entries(given).filter(([name]) => (entry[name] ?? '') === ''))
}

function withFormErrors<T>(directory: Directory, validate: () => T): T {
  try {
    return validate()
  } catch (error) {
    throw toFormError(directory, error)
  }
}

/** Maps the errors of an entry to the answers that the fields came from. */
export function toFormError({ fields }: Directory, error: unknown): unknown {
  if (!(error instanceof Failure) || !error.errors) return error
  const errors = error.errors.map(({ path, message }) => {
    const from = fields.find(({ to }) => `/${to}` === path)?.from
    return { path: from === undefined ? path : `/${from}`, message }
  })
  return new Failure('BAD_INPUT', { message: error.message, errors })
}
