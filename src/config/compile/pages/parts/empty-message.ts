// Compiles the message and the link of an empty list or section.

import type { PageContext } from '#config/compile/links/compile-context.ts'
import { compileLink } from '#config/compile/links/compile-link.ts'
import type { WrittenEmpty } from '#config/generated/written.ts'
import type { Path } from '#config/load/document.ts'
import type { EmptyState } from '#shared/model/page-model.ts'

export function compileEmpty(
  place: PageContext,
  at: Path,
  written: WrittenEmpty | undefined,
): { readonly empty?: EmptyState } {
  if (!written) return {}
  const { text, label } = written
  const link = compileLink(place, [...at, 'link'], written.link)
  return { empty: { text, ...(link && label ? { label, link } : {}) } }
}
