// Checks that “更多” of a section leads to more of the same.

import { checkListed } from '#config/compile/links/check-matching-type.ts'
import { findParameterSchema, type PageContext } from '#config/compile/links/compile-context.ts'
import type { Path } from '#config/load/document.ts'
import { hasProblemAt } from '#config/load/has-problem-at.ts'
import type { Json, JsonSchema } from '#shared/model/json.ts'
import type { Link, Source } from '#shared/model/page-model.ts'

const CATEGORY = '{zone.category}'

/** `path` is that of the link. */
export function checkMoreLink(
  place: PageContext,
  path: Path,
  source: Source | null,
  more: Link | null,
): void {
  if (!source || !more) return
  const { compilation, document } = place
  const { content } = compilation.operations.get(source.operation) ?? {}
  // More of a single item may be its children.
  if (content?.action === 'list') checkListed(place, path, content.type, more.page)
  for (const [name, value] of Object.entries(more.params)) {
    const written = source.params[name]
    // An invalid category is already reported.
    if (written === CATEGORY && hasProblemAt(compilation.context, document, ['category'])) continue
    const own = written === CATEGORY ? (document.value as { category?: Json }).category : written
    if (own === undefined || JSON.stringify(own) === JSON.stringify(value)) continue
    compilation.context.report(document, [...path, 'params', name], {
      slug: 'more_differs',
      message: `“更多”按“${name}”= ${value} 打开，区块却按 ${own} 取数，两处内容不一致：请改为相同的值`,
      found: String(value),
      expected: String(own),
    })
  }
  checkCodes(place, path, source, more)
}

/**
 * Checks parameters with the same dictionary, which ask for the same under whatever name: a wider code shows more of
 * the same, a different code does not.
 */
function checkCodes({ compilation, document }: PageContext, path: Path, source: Source, more: Link): void {
  const parameters = (compilation.operations.get(source.operation)?.params.properties ?? {}) as Readonly<
    Record<string, JsonSchema>
  >
  for (const [name, value] of Object.entries(more.params)) {
    const dictionary = findParameterSchema(compilation, { id: more.page }, name)?.['x-dict']
    if (dictionary === undefined || Object.hasOwn(source.params, name) || !isCode(value)) continue
    for (const [other, own] of Object.entries(source.params)) {
      if (parameters[other]?.['x-dict'] !== dictionary || !isCode(own)) continue
      if (own.startsWith(value) || value.startsWith(own)) continue
      compilation.context.report(document, [...path, 'params', name], {
        slug: 'more_differs',
        message: `“更多”按“${name}”= ${value} 打开，区块却按“${other}”= ${own} 取数，两者取自同一字典，内容却不一致：请改为相同的条件`,
        found: value,
        expected: own,
      })
    }
  }
}

const isCode = (value: unknown): value is string => typeof value === 'string' && !value.includes('{')
