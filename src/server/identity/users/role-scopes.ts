// Reads the scope of a role as an administrator writes it, and says a stored one in words.
import { sql } from 'kysely'
import { areaName } from '#server/platform/areas/area-name.ts'
import type { Services } from '#server/platform/call.ts'
import type { RoleScope } from '#shared/access/role-scope.ts'
import { Failure, type FieldError } from '#shared/calls/errors.ts'
import { isDeletedState } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'

type Needs = Pick<Services, 'db' | 'model'>

/** Behind what a scope names in vain. */
const LOST = '（已不存在）'

interface Written {
  readonly types?: readonly string[]
  readonly region?: string
  /** Names of categories, as readers know them. */
  readonly categories?: readonly string[]
  /** Said expressly: without limits, and without this, something was forgotten. */
  readonly unlimited?: boolean
}

/** Refuses a scope that no item could be in, with the fields that say so. */
export async function readScope(services: Needs, written: Written): Promise<RoleScope> {
  const { types = [], region = '', categories = [], unlimited = false } = written
  const { contentTypes } = services.model()
  const chosen = contentTypes.filter(({ name }) => types.includes(name))
  const values = await readCategories(services, chosen, categories)
  const isLimited = types.length > 0 || region !== '' || categories.length > 0
  const errors = [
    ...findUnknown(types, chosen),
    ...refuseRegion(region, chosen),
    ...values.errors,
    ...(isLimited === unlimited ? [refuseExtent(isLimited)] : []),
  ]
  if (errors.length > 0) throw new Failure('BAD_INPUT', { errors })
  return {
    ...(types.length > 0 ? { types } : {}),
    ...(region ? { regions: [region] } : {}),
    ...(values.found.length > 0 ? { categories: values.found } : {}),
  }
}

const refuseExtent = (isLimited: boolean): FieldError =>
  isLimited
    ? { path: '/unlimited', message: '已限定范围，请取消“不限范围”，或清除所选的类型、地区和栏目' }
    : { path: '/types', message: '请选择内容类型、地区或栏目；都不限定的，勾选“不限范围”' }

const findUnknown = (types: readonly string[], chosen: readonly ContentType[]): FieldError[] =>
  types.length === chosen.length ? [] : [{ path: '/types', message: '没有这种内容类型，请重新选择' }]

function refuseRegion(region: string, chosen: readonly ContentType[]): FieldError[] {
  const without = region ? chosen.filter((type) => type.region === undefined) : []
  if (without.length === 0) return []
  const titles = without.map(({ title }) => `“${title}”`).join('、')
  return [{ path: '/region', message: `${titles}不分地区，不能限定地区` }]
}

async function readCategories(
  { db, model }: Needs,
  chosen: readonly ContentType[],
  categories: readonly string[],
): Promise<{ readonly found: readonly string[]; readonly errors: readonly FieldError[] }> {
  const [type] = chosen
  if (categories.length === 0) return { found: [], errors: [] }
  const refused = (message: string) => ({ found: [], errors: [{ path: '/categories', message }] })
  if (!type || chosen.length > 1) return refused('限定栏目时，请只选一种内容类型')
  const field = categoryOf(type)
  if (!field) return refused(`“${type.title}”没有栏目，不能限定栏目`)
  const items = model().dictionaries.find(({ name }) => name === field.dict)?.items ?? []
  const { rows } = field.ref
    ? await sql<{ id: string; title: string }>`select id, title from item
        where type = ${field.ref} and title in (${sql.join(categories)})`.execute(db)
    : { rows: items.map(({ value, label }) => ({ id: value, title: label })) }
  const valuesOf = (name: string) => rows.filter(({ id, title }) => title === name || id === name)
  const unknown = categories.filter((name) => valuesOf(name).length === 0)
  if (unknown.length > 0)
    return refused(`${field.title}中没有${unknown.map((name) => `“${name}”`).join('、')}，请核对名称`)
  return { found: categories.flatMap((name) => valuesOf(name).map(({ id }) => id)), errors: [] }
}

const categoryOf = ({ category, fields }: ContentType): Field | undefined =>
  fields.find(({ name }) => name === category)

/** Such as 装备资讯；地区：四川省；专题：检修动态. What is no longer there is said to be so. */
export async function describeScope({ db, model }: Needs, scope: RoleScope): Promise<string> {
  const { types, regions, categories } = scope
  const { contentTypes, dictionaries } = model()
  const chosen = contentTypes.filter(({ name }) => types?.includes(name))
  const field = chosen[0] && categoryOf(chosen[0])
  const titles = new Map(
    dictionaries.find(({ name }) => name === field?.dict)?.items.map(({ value, label }) => [value, label]),
  )
  if (field?.ref && categories?.length) {
    const lifecycle = contentTypes.find(({ name }) => name === field.ref)?.lifecycle
    const { rows } = await sql<{ id: string; title: string; status: string }>`
      select id, title, status from item where id in (${sql.join(categories)})`.execute(db)
    for (const { id, title, status } of rows)
      titles.set(id, lifecycle && isDeletedState(lifecycle, status) ? `${title}${LOST}` : title)
  }
  const say = (values: readonly string[], titleOf: (value: string) => string | null | undefined) =>
    values.map((value) => titleOf(value) ?? `${value}${LOST}`).join('、')
  return [
    types ? say(types, (name) => chosen.find((one) => one.name === name)?.title) : '全部类型',
    ...(regions ? [`地区：${say(regions, areaName)}`] : []),
    ...(categories ? [`${field?.title ?? '栏目'}：${say(categories, (one) => titles.get(one))}`] : []),
  ].join('；')
}
