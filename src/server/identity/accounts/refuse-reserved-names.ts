// Finds names that pose as staff of the portal, by the words of dictionaries and the names of staff accounts.

import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import type { Services } from '#server/platform/call.ts'
import { containsBlockedWord } from '#server/platform/validation/blocked-words.ts'
import { GRANTS, rolesWith } from '#shared/access/roles.ts'
import type { FieldError } from '#shared/calls/errors.ts'
import { DICTIONARY } from '#shared/content/program-dictionaries.ts'
import { nameKey, posesAsStaff, type ReservedNames } from '#shared/identity/reserved-names.ts'
import type { Model } from '#shared/model/model.ts'
import { perModel } from '#shared/model/per-model.ts'

const reservedWordsOf = perModel(({ dictionaries }: Model): Required<ReservedNames> => {
  const valuesOf = (name: string) =>
    dictionaries.find((dictionary) => dictionary.name === name)?.items.map(({ value }) => value) ?? []
  return {
    anywhere: valuesOf(DICTIONARY.reservedNames),
    alone: valuesOf(DICTIONARY.reservedNamesAlone),
    authorities: valuesOf(DICTIONARY.authorities),
  }
})

type Names = readonly (readonly [field: string, name: unknown])[]

interface Options {
  /** Somebody decides whether the office is the one it says. */
  readonly isExamined?: boolean
}

/** By field. Call for new names only: who has one may keep it. */
export async function findPosing(
  { db, model }: Pick<Services, 'db' | 'model'>,
  names: Names,
  { isExamined = false }: Options = {},
): Promise<FieldError[]> {
  const { authorities, ...staff } = reservedWordsOf(model())
  const reserved = isExamined ? staff : { ...staff, authorities }
  const taken = await staffNames(
    db,
    rolesWith(model().roles, GRANTS.moderate, GRANTS.administer, GRANTS.examine),
  )
  return names.flatMap(([field, name]) => {
    if (typeof name !== 'string') return []
    if (containsBlockedWord(model(), name))
      return [{ path: `/${field}`, message: '该名称含有需要核实的词语，请换一个' }]
    if (posesAsStaff(name, reserved))
      return [{ path: `/${field}`, message: '该名称容易被误认为平台工作人员或主管部门，请换一个' }]
    if (taken.has(nameKey(name)))
      return [
        { path: `/${field}`, message: '该名称与平台工作人员的名称相同，容易被误认，请加上单位等字样区分' },
      ]
    return []
  })
}

async function staffNames(db: Services['db'], roles: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('account')
    .select('name')
    .where('role', 'in', roles)
    .where('status', '!=', ACCOUNT.deleted)
    .execute()
  return new Set(rows.map(({ name }) => nameKey(name)))
}
