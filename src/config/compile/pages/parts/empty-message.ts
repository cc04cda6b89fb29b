// Owns what a list or a section says while there is nothing in it, and where that leads.

import { compileLink, type Place } from '#config/compile/links/compile-context.ts'
import type { WrittenEmpty } from '#config/generated/written.ts'
import type { Path } from '#config/load/document.ts'
import type { EmptyWords } from '#shared/model/page-model.ts'

export function compileEmpty(
  place: Place,
  at: Path,
  written: WrittenEmpty | undefined,
): { readonly empty?: EmptyWords } {
  if (!written) return {}
  const { text, label } = written
  const link = compileLink(place, [...at, 'link'], written.link)
  return { empty: { text, ...(link && label ? { label, link } : {}) } }
}
