// Resolves a path of names in the schema of a form or a record: through groups, never through lists.

import type { Report } from '#config/load/context.ts'
import type { JsonSchema } from '#shared/model/json.ts'

export type Properties = Readonly<Record<string, JsonSchema>>

type SchemaLookup = { readonly schema: JsonSchema } | { readonly report: Report }

/** `read` is the whole path as messages show it, `names` what stands after its root. */
export function schemaAt(read: string, properties: Properties, names: readonly string[]): SchemaLookup {
  const [first = '', ...rest] = names
  const schema = Object.hasOwn(properties, first) ? properties[first] : undefined
  if (!schema)
    return {
      report: {
        slug: 'field_unknown',
        message: `条件中的字段“${first}”没有定义`,
        found: first,
        known: Object.keys(properties),
      },
    }
  const [next] = rest
  if (next === undefined) return { schema }
  if (schema.type === 'array') return { report: toListReport(read, first, next, schema) }
  if (schema.type === 'object') return schemaAt(read, (schema.properties ?? {}) as Properties, rest)
  return {
    report: { slug: 'field_unknown', message: `“${first}”没有下级字段，无法读取“${next}”`, found: next },
  }
}

function toListReport(read: string, name: string, next: string, { items }: JsonSchema): Report {
  const properties = (items as JsonSchema | undefined)?.properties as Properties | undefined
  return {
    slug: 'condition_list',
    message:
      properties === undefined
        ? `条件“${read}”无法取值：“${name}”是列表，没有“${next}”。请直接写列表，其中任一值符合即成立`
        : `条件“${read}”无法取值：“${name}”有多行，每行各有“${next}”。该条件只能用于同一行的字段：请写在 when 的“${name}.字段”中，用 item.${next} 读取`,
    found: read,
  }
}
