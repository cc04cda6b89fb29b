// Finds the current address for one that a page had before.
import type { FormerPath } from '#shared/model/manifest.ts'
import { matchPage } from './match-page.ts'

/**
 * Returns the path without the optional parameters at its end.
 *
 * @example
 * fixedPart('/gear/:id/:tab?') // → '/gear/:id'
 */
export const fixedPart = (path: string): string => path.replace(/(\/:\w+\?)+$/, '')

/** With the same parameters; undefined for an address that was never a page's. */
export function formerTarget(former: readonly FormerPath[], pathname: string): string | undefined {
  const found = matchPage(former, pathname)
  if (!found) return undefined
  const { page, params } = found
  return page.to.replaceAll(/\/:(\w+)\??/g, (_, name: string) =>
    params[name] === undefined ? '' : `/${encodeURIComponent(params[name])}`,
  )
}
