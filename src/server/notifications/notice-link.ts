// Builds the address that a notice opens, from the current configuration.
import type { Model } from '#shared/model/model.ts'

interface Linked {
  readonly template: string
  readonly itemType: string | null
  readonly params: Readonly<Record<string, unknown>> | null
}

/** Such as `/needDetail?id=1`; null where there is nothing to open, or no such page any more. */
export function linkOf({ notices }: Model, { template, itemType, params }: Linked): string | null {
  const open = notices.find(({ id }) => id === template)?.open
  const path = open?.pages ? open.pages[itemType ?? ''] : open?.path
  if (path === undefined) return null
  const rest = new Map(Object.entries(params ?? {}).map(([name, value]) => [name, String(value)]))
  const filled = path.replaceAll(/\/:(\w+)\??/g, (_, name: string) => {
    const value = rest.get(name)
    rest.delete(name)
    return value === undefined ? '' : `/${encodeURIComponent(value)}`
  })
  const query = new URLSearchParams([...rest])
  return query.size > 0 ? `${filled}?${query}` : filled
}
