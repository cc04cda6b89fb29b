// Checks the conditions of sections, actions and rows against the item, address and user available there.

import { type Properties, schemaAt } from '#config/compile/common/schema-at-path.ts'
import type { RecordType } from '#config/compile/fields/record-type.ts'
import type { PagePlace } from '#config/compile/links/compile-context.ts'
import type { Finding } from '#config/load/place.ts'
import { isInAudience, isRelation, toRoleCaller } from '#shared/access/roles.ts'
import type { Condition } from '#shared/expressions/condition.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { checkConditionValues } from './check-condition-values.ts'
import { canMatchUser } from './condition-outcomes.ts'
import { userSchemas } from './condition-user-schema.ts'
import { itemProperties } from './item-properties.ts'

const ROOTS = ['item', 'query', 'params', 'user', 'zone'] as const

const TEXT = { type: 'string' }
const ZONE: Properties = { category: TEXT, title: TEXT, path: TEXT }
const OWNERS = { user: '用户', zone: '专区' } as const

/** `at` is that of the condition. */
export function checkCondition(at: PagePlace, condition: Condition): void {
  checkConditionAudience(at, condition)
  checkConditionValues(at, condition, (test) => {
    const found = findRead(at, test.read)
    if (found && 'finding' in found) at.in(test.path).report(...found.finding)
    return found && 'schema' in found ? found.schema : undefined
  })
}

/** Undefined where nothing is known of what is read. */
function findRead(
  { context, head, record, roots }: PagePlace,
  read: string,
): { readonly schema: JsonSchema } | { readonly finding: Finding } | undefined {
  const [root = '', ...names] = read.split('.')
  const [name = ''] = names
  if (name === '' || !(ROOTS as readonly string[]).includes(root))
    return { finding: ['root_unknown.page', { found: root, known: ROOTS, read, roots: ROOTS }] }
  if ((root === 'item' || root === 'zone') && !roots.includes(root))
    return { finding: ['placeholder_root.condition', { found: root, known: roots, read, roots }] }
  if (root === 'item') return record && findInItem(read, names, record)
  if (root === 'user' || root === 'zone') {
    const known = root === 'user' ? userSchemas(context) : ZONE
    return Object.hasOwn(known, name)
      ? schemaAt(read, known, names)
      : { finding: ['field_unknown.whose', { found: name, known: Object.keys(known), owner: OWNERS[root] }] }
  }
  const params = Object.keys(head.params)
  if (params.includes(name)) return undefined
  return { finding: ['placeholder_param.page', { found: name, known: params }] }
}

function findInItem(read: string, names: readonly string[], type: RecordType): ReturnType<typeof findRead> {
  const [name = ''] = names
  const own = itemProperties(type)
  if (Object.hasOwn(own, name)) return schemaAt(read, own, names)
  // Every whole item, of whatever type, is returned with the user's own actions and relations.
  if (name === 'actions' || name === 'relations') return undefined
  return { finding: ['field_unknown.record', { found: name, known: Object.keys(own), type }] }
}

const VISITOR = { signedIn: false, role: null, type: null, black: false }

/** Blocked or not. */
const toUsers = ({ name }: { readonly name: string }) =>
  [false, true].map((black) => ({ signedIn: true, id: name, role: name, type: name, black }))

function checkConditionAudience(at: PagePlace, condition: Condition): void {
  const { context, document, access, shownWhen = [] } = at
  if (!access || access.some(isRelation) || document.isMade) return
  const users = [
    ...(access.includes('anyone') ? [VISITOR] : []),
    ...context.roles.filter((role) => isInAudience(toRoleCaller(role), access)).flatMap(toUsers),
  ]
  const all = [...shownWhen, condition]
  if (users.length === 0 || users.some((user) => all.every((when) => canMatchUser(when, user)))) return
  // A condition that matches no user at all is a contradiction, which is reported on its own.
  const everybody = [VISITOR, ...context.roles.flatMap(toUsers)]
  if (everybody.some((user) => canMatchUser(condition, user)))
    at.report('shown_nobody', { found: JSON.stringify(condition), key: true, access })
}
