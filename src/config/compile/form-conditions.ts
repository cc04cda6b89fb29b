// Owns the check of when a form's fields apply: whose condition it is, and what the condition reads.
import { type Condition, pathsOf } from '../../shared/condition.ts'
import type { Field, JsonSchema } from '../../shared/content-model.ts'
import type { Context } from '../context.ts'
import type { Document, Path } from '../document.ts'

type Properties = Readonly<Record<string, JsonSchema>>

interface Place {
  readonly name: string
  /** What stands beside it in its group or row, which its condition reads as `item`; absent for a field. */
  readonly beside?: readonly string[]
}

export function checkConditions(
  context: Context,
  document: Document,
  when: Readonly<Record<string, Condition>>,
  fields: readonly Field[],
): void {
  for (const [key, condition] of Object.entries(when)) {
    const path: Path = ['when', key]
    const place = findPlace(context, document, path, fields, key)
    checkReads(context, document, path, condition, fields, place)
  }
}

/** `rows.unit` is the unit in every row; what is unknown on the way is reported. */
function findPlace(
  context: Context,
  document: Document,
  path: Path,
  fields: readonly Field[],
  key: string,
): Place {
  const [first = '', ...inner] = key.split('.')
  let known: readonly string[] = fields.map(({ name }) => name)
  let schema = fields.find(({ name }) => name === first)?.schema
  let name = first
  for (const part of inner) {
    if (!schema) break
    const properties = propertiesOf(schema)
    known = Object.keys(properties)
    schema = Object.hasOwn(properties, part) ? properties[part] : undefined
    name = part
  }
  if (!schema)
    context.report(document, path, {
      slug: 'field_unknown',
      message: `条件所属的字段“${key}”没有定义`,
      found: name,
      known,
      key: true,
    })
  return inner.length > 0 ? { name, beside: known } : { name }
}

/** Of a group, or of each row. */
function propertiesOf(schema: JsonSchema): Properties {
  const holder = schema.type === 'array' ? (schema.items as JsonSchema | undefined) : schema
  return (holder?.properties ?? {}) as Properties
}

function checkReads(
  context: Context,
  document: Document,
  path: Path,
  condition: Condition,
  fields: readonly Field[],
  { name: own, beside }: Place,
): void {
  const names: Readonly<Record<string, readonly string[]>> = {
    form: fields.map(({ name }) => name),
    ...(beside ? { item: beside } : {}),
  }
  const roots = [...Object.keys(names), 'user']
  for (const read of pathsOf(condition)) {
    const [root = '', name = ''] = read.split('.')
    if (root === 'user') continue
    const known = names[root]
    if (!known)
      context.report(document, path, {
        slug: 'root_unknown',
        message: `条件“${read}”只能以 ${roots.join('、').replace(/、(?=[^、]*$)/, ' 或 ')} 开头`,
        found: root,
        known: roots,
      })
    else if (!known.includes(name))
      context.report(document, path, {
        slug: 'field_unknown',
        message: `条件中的字段“${name}”没有定义`,
        found: name,
        known,
      })
    else if (name === own && root === (beside ? 'item' : 'form'))
      context.report(document, path, {
        slug: 'condition_self',
        message: `字段“${own}”的出现条件不能取决于它自己`,
      })
  }
}
