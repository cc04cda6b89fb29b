// Compiles the source of a page of items, and the type of its items.

import { recordTypeOf } from '#config/compile/fields/record-type.ts'
import { answeredFields } from '#config/compile/links/check-answered-fields.ts'
import { compileSource, type PageContext } from '#config/compile/links/compile-context.ts'
import type { WrittenSource } from '#config/generated/written.ts'
import type { Audience } from '#shared/access/roles.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Source } from '#shared/model/page-model.ts'
import { checkReads } from './parts/check-part-sources.ts'
import { checkReaders } from './parts/check-source-readers.ts'

interface PageItems {
  readonly source: Source
  /** The page, with what its source holds as `item`. */
  readonly place: PageContext
  /** Absent where the items are records of an operation. */
  readonly type: ContentType | undefined
  readonly named: Pick<ContentType, 'badge' | 'picture'> & { readonly contentType?: string }
}

/** Null when the source could not be resolved (reported). */
export function itemsOfPage(
  around: PageContext,
  written: WrittenSource | undefined,
  reads: 'one' | 'many',
  access: readonly Audience[],
): PageItems | null {
  const { context, contentTypes, operations } = around.compilation
  const source = compileSource(around, ['source'], written)
  if (!source) return null
  const operation = operations.get(source.operation)
  const at = { context, document: around.document, path: ['source'] }
  checkReads(at, operation, reads, operations)
  checkReaders(at, access, operation)
  const type = contentTypes.get(operation?.content?.type ?? '')
  const record = type ?? (operation ? recordTypeOf(context, operation) : undefined)
  const named = {
    ...(type ? { contentType: type.name } : {}),
    ...(type?.badge ? { badge: type.badge } : {}),
    ...(type?.picture ? { picture: type.picture } : {}),
  }
  return {
    source,
    type,
    named,
    place: { ...around, type, record, answers: answeredFields(operation, ['source']) },
  }
}
