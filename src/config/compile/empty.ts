// Owns what a list or a section says while there is nothing in it, and where that leads.
import type { EmptyWords } from '../../shared/page-model.ts'
import type { Path } from '../document.ts'
import type { WrittenEmpty } from '../generated/written.ts'
import { compileLink, type Place } from './scope.ts'

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
