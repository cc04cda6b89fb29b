// Builds the address of a configured link: route parameters in the path, the others in the query.
import type { Scope } from '#shared/expressions/condition.ts'
import { fill, fillParams } from '#shared/expressions/placeholder.ts'
import type { Link } from '#shared/model/page-model.ts'

type Target = Pick<Link, 'path' | 'params' | 'type' | 'pages'>

/** The route that a link leads to; undefined where no page shows items of that type, or the item names no address. */
export function routeOf({ path, type, pages }: Target, scope: Scope): string | undefined {
  return pages
    ? pages[String(fill(type ?? '', scope))]
    : ((fill(path, scope) ?? undefined) as string | undefined)
}

/** Relative to the hash: `/needDetail?id=1`. */
export function linkTo(link: Target, scope: Scope): string {
  const params = fillParams(link.params, scope)
  const path = (routeOf(link, scope) ?? '').replace(/\/:(\w+)\??/g, (_, name: string) => {
    const value = params[name]
    delete params[name]
    return value === undefined ? '' : `/${encodeURIComponent(String(value))}`
  })
  const query = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]))
  return query.size ? `${path}?${query}` : path
}
