// Owns the address of a configured link: route parameters in place, the others in the query.
import type { Scope } from '../../shared/condition.ts'
import type { Link } from '../../shared/model.ts'
import { fillParams } from '../../shared/placeholder.ts'

/** Relative to the hash: `/needDetail?id=1`. */
export function linkTo(link: Pick<Link, 'path' | 'params'>, scope: Scope): string {
  const params = fillParams(link.params, scope)
  const path = link.path.replace(/\/:(\w+)\??/g, (_, name: string) => {
    const value = params[name]
    delete params[name]
    return value === undefined ? '' : `/${encodeURIComponent(String(value))}`
  })
  const query = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]))
  return query.size ? `${path}?${query}` : path
}
