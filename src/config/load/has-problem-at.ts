// Tells if a location has a problem already, so that consequences of it are not reported.
import type { Context } from './context.ts'
import { type Document, locatePath, type Path } from './document.ts'

/** Of its key or its value. */
export function hasProblemAt({ problems }: Context, document: Document, path: Path): boolean {
  if (!problems.some(({ file }) => file === document.path)) return false
  const places = [false, true].map((key) => locatePath(document, path, key))
  return problems.some(
    ({ file, line, column }) =>
      file === document.path && places.some((place) => place.line === line && place.column === column),
  )
}
