// Checks the conditions of sections, actions and rows against the item, address and user available there.

import { type Properties, schemaAt } from '#config/compile/common/schema-at-path.ts'
import type { RecordType } from '#config/compile/fields/record-type.ts'
import type { PageContext } from '#config/compile/links/compile-context.ts'
import type { Code } from '#config/load/codes.ts'
import type { Report } from '#config/load/context.ts'
import type { Path } from '#config/load/document.ts'
import { placeAt } from '#config/load/place.ts'
import { isInAudience, isRelation, toRoleCaller } from '#shared/access/roles.ts'
import type { Condition } from '#shared/expressions/condition.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { checkConditionValues } from './check-condition-values.ts'
import { canMatchUser } from './condition-outcomes.ts'
import { USER, userSchemas } from './condition-user-schema.ts'
import { itemProperties } from './item-properties.ts'

const ROOTS = ['item', 'query', 'params', 'user', 'zone'] as const

const TEXT = { type: 'string' }
const ZONE: Properties = { category: TEXT, title: TEXT, path: TEXT }

export function checkCondition(
  place: PageContext,
  path: Path,
  condition: Condition,
  type: RecordType | undefined,
): void {
  const here = placeAt(place, path)
  checkConditionAudience(place, path, condition)
  checkConditionValues(here, condition, (test) => {
    const found = findRead(place, test.read, type)
    if (found && 'report' in found) here.context.report(here.document, test.path, found.report)
    return found && 'schema' in found ? found.schema : undefined
  })
}

/** Undefined where nothing is known of what is read. */
function findRead(
  place: PageContext,
  read: string,
  type: RecordType | undefined,
): { readonly schema: JsonSchema } | { readonly report: Report } | undefined {
  const [root = '', ...names] = read.split('.')
  const [name = ''] = names
  if (name !== '' && (root === 'item' || root === 'zone') && !place.roots.includes(root))
    return toReport(
      'placeholder_root',
      `此处不能使用“${root}”，条件“${read}”不会成立，可用：${place.roots.join('、')}`,
      root,
      place.roots,
    )
  if (root === 'item' && name !== '') return type ? findInItem(read, names, type) : undefined
  if (root === 'user' && name !== '')
    return Object.hasOwn(USER, name)
      ? schemaAt(read, userSchemas(place.compilation.context), names)
      : toReport('field_unknown', `用户没有“${name}”`, name, Object.keys(USER))
  if (root === 'zone' && name !== '')
    return Object.hasOwn(ZONE, name)
      ? schemaAt(read, ZONE, names)
      : toReport('field_unknown', `专区没有“${name}”`, name, Object.keys(ZONE))
  if ((root === 'query' || root === 'params') && name !== '')
    return Object.hasOwn(place.head.params, name)
      ? undefined
      : toReport(
          'placeholder_param',
          `页面没有声明参数“${name}”，请写入 params`,
          name,
          Object.keys(place.head.params),
        )
  return toReport('root_unknown', `条件“${read}”应写作 根.字段，根可用：${ROOTS.join('、')}`, root, ROOTS)
}

const toReport = (
  slug: Code,
  message: string,
  found: string,
  known: readonly string[],
): { readonly report: Report } => ({ report: { slug, message, found, known } })

function findInItem(read: string, names: readonly string[], type: RecordType) {
  const [name = ''] = names
  const own = itemProperties(type)
  if (Object.hasOwn(own, name)) return schemaAt(read, own, names)
  // Every whole item, of whatever type, is returned with the user's own actions and relations.
  if (name === 'actions' || name === 'relations') return undefined
  return toReport('field_unknown', `“${type.title}”没有字段“${name}”`, name, Object.keys(own))
}

const VISITOR = { signedIn: false, role: null, type: null, black: false }

/** Blocked or not. */
const toUsers = ({ name }: { readonly name: string }) =>
  [false, true].map((black) => ({ signedIn: true, id: name, role: name, type: name, black }))

/** `path` is that of the condition. */
function checkConditionAudience(
  { compilation: { context }, document, access, shownWhen = [] }: PageContext,
  path: Path,
  condition: Condition,
): void {
  if (!access || access.some(isRelation) || document.isMade) return
  const users = [
    ...(access.includes('anyone') ? [VISITOR] : []),
    ...context.roles.filter((role) => isInAudience(toRoleCaller(role), access)).flatMap(toUsers),
  ]
  const all = [...shownWhen, condition]
  if (users.length === 0 || users.some((user) => all.every((when) => canMatchUser(when, user)))) return
  // A condition that matches no user at all is a contradiction, which is reported on its own.
  const everybody = [VISITOR, ...context.roles.flatMap(toUsers)]
  if (!everybody.some((user) => canMatchUser(condition, user))) return
  context.report(document, path, {
    slug: 'shown_nobody',
    message: `可打开该页面的受众（${access.join('、')}）均不符合此条件，所限定的内容无人可见：请改正条件，或放宽页面的 access`,
    found: JSON.stringify(condition),
    key: true,
  })
}
