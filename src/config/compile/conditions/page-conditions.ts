// Checks the conditions of sections, actions and rows against the item, address and user available there.

import { type Properties, schemaAt } from '#config/compile/common/schema-at-path.ts'
import type { RecordType } from '#config/compile/fields/record-type.ts'
import type { PageContext } from '#config/compile/links/compile-context.ts'
import type { Report } from '#config/load/context.ts'
import type { Path } from '#config/load/document.ts'
import { Place } from '#config/load/place.ts'
import type { Condition } from '#shared/expressions/condition.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { checkConditionAudience } from './check-condition-audience.ts'
import { checkConditionValues } from './check-condition-values.ts'
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
  const { context } = place.compilation
  checkConditionAudience(place, path, condition)
  checkConditionValues(new Place(context, place.document, path), condition, (test) => {
    const found = findRead(place, test.read, type)
    if (found && 'report' in found) context.report(place.document, test.path, found.report)
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
    return {
      report: {
        slug: 'placeholder_root',
        message: `此处不能使用“${root}”，条件“${read}”不会成立，可用：${place.roots.join('、')}`,
        found: root,
        known: place.roots,
      },
    }
  if (root === 'item' && name !== '') return type ? findInItem(read, names, type) : undefined
  if (root === 'user' && name !== '')
    return Object.hasOwn(USER, name)
      ? schemaAt(read, userSchemas(place.compilation.context), names)
      : { report: toUnknown('用户', name, Object.keys(USER)) }
  if (root === 'zone' && name !== '')
    return Object.hasOwn(ZONE, name)
      ? schemaAt(read, ZONE, names)
      : { report: toUnknown('专区', name, Object.keys(ZONE)) }
  if ((root === 'query' || root === 'params') && name !== '')
    return Object.hasOwn(place.head.params, name)
      ? undefined
      : {
          report: {
            slug: 'placeholder_param',
            message: `页面没有声明参数“${name}”，请写入 params`,
            found: name,
            known: Object.keys(place.head.params),
          },
        }
  return {
    report: {
      slug: 'root_unknown',
      message: `条件“${read}”应写作 根.字段，根可用：${ROOTS.join('、')}`,
      found: root,
      known: ROOTS,
    },
  }
}

function toUnknown(owner: string, name: string, known: readonly string[]): Report {
  return { slug: 'field_unknown', message: `${owner}没有“${name}”`, found: name, known }
}

function findInItem(read: string, names: readonly string[], type: RecordType) {
  const [name = ''] = names
  const own = itemProperties(type)
  if (Object.hasOwn(own, name)) return schemaAt(read, own, names)
  // Every whole item, of whatever type, is returned with the user's own actions and relations.
  if (name === 'actions' || name === 'relations') return undefined
  return {
    report: {
      slug: 'field_unknown',
      message: `“${type.title}”没有字段“${name}”`,
      found: name,
      known: Object.keys(own),
    },
  }
}
