// Decides which moves count as a change of page: another path, or another item on the same path.
import type { Location } from 'react-router-dom'

/** Filters, tabs, sort and page numbers stay on the same page. */
export function pageIdentity({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const id = new URLSearchParams(search).get('id')
  return id === null ? pathname : `${pathname}?id=${id}`
}
