// Warns if a fixed reference names an item that the samples do not have.

import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import { hasProblemAt } from '#config/load/has-problem-at.ts'
import { eachValue } from '#config/load/visit-values.ts'
import type { Compiled } from '#config/pipeline/compile-model.ts'
import { placeholdersOf } from '#shared/expressions/placeholder.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Operation } from '#shared/model/operation-model.ts'

interface SampleLookup {
  readonly context: Context
  readonly types: ReadonlyMap<string, ContentType>
  readonly operations: ReadonlyMap<string, Operation>
  /** Ids of the samples, by type. */
  readonly ids: ReadonlyMap<string, ReadonlySet<string>>
}

/** Stands for any named item. */
const ANY = '*'

/** Checks the values that pages give to calls, and those that calls fix themselves. */
export function checkSampleReferences(context: Context, model: Compiled): void {
  const known: SampleLookup = {
    context,
    types: new Map(model.contentTypes.map((type) => [type.name, type])),
    operations: new Map(model.operations.map((operation) => [operation.id, operation])),
    ids: new Map(Object.entries(model.samples).map(([type, rows]) => [type, idsOf(rows)])),
  }
  for (const kind of ['page', 'zone'])
    for (const document of context.documents.get(kind)?.values() ?? [])
      if (!document.isMade && document.text.includes('"params"'))
        eachValue(document.value, (value, path) => {
          if (typeof value !== 'string' || path.at(-2) !== 'params') return
          const operation = known.operations.get(findEnclosingOperation(document.value, path) ?? '')
          if (operation) checkValue(known, document, path, operation, String(path.at(-1)), value)
        })
  for (const operation of model.operations) {
    const { type = '', fixed = {} } = operation.content ?? {}
    const document = context.of('content').get(type)
    const at = ['endpoints', operation.id.slice(type.length + 1), 'fixed']
    for (const [name, value] of Object.entries(fixed))
      if (document && typeof value === 'string')
        checkValue(known, document, [...at, name], operation, name, value)
  }
}

function idsOf(rows: readonly unknown[]): ReadonlySet<string> {
  return new Set(
    rows.flatMap((row) => {
      const { _id: id } = (row ?? {}) as { readonly _id?: unknown }
      return typeof id === 'string' ? [id] : []
    }),
  )
}

interface Around {
  readonly page?: unknown
  readonly operation?: unknown
  readonly source?: string | { readonly operation?: string }
}

/** Returns the call that receives the parameters: declared beside them, or as the source that contains them. */
function findEnclosingOperation(value: unknown, path: Path): string | undefined {
  const around: Around[] = []
  let inner: unknown = value
  for (const key of path.slice(0, -2)) {
    around.unshift((inner ?? {}) as Around)
    inner = (inner as Readonly<Record<string | number, unknown>> | undefined)?.[key]
  }
  around.unshift((inner ?? {}) as Around)
  for (const { page, operation, source } of around) {
    // A link gives them to another page.
    if (page !== undefined) return undefined
    const found = operation ?? (typeof source === 'object' ? source.operation : source)
    if (typeof found === 'string') return found
  }
  return undefined
}

function checkValue(
  { context, types, ids }: SampleLookup,
  document: Document,
  path: Path,
  { content }: Operation,
  name: string,
  value: string,
): void {
  const type = types.get(content?.type ?? '')
  const { field = name, match = 'value' } =
    type && Object.hasOwn(type.parameters, name) ? (type.parameters[name] ?? {}) : {}
  const { ref } = type?.fields.find((one) => one.name === field) ?? {}
  const known = ids.get(ref ?? '')
  if (!ref || match !== 'value' || !known || known.size === 0 || placeholdersOf(value).length > 0) return
  for (const id of value.split(',')) {
    if (id === ANY || known.has(id) || hasProblemAt(context, document, path)) continue
    context.report(document, path, {
      warning: true,
      slug: 'sample_id_unknown',
      message: `“${name}”须为“${types.get(ref)?.title ?? ref}”的编号，示例中没有编号“${id}”：请改为已有的编号`,
      found: id,
      known,
    })
  }
}
