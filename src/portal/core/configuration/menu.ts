// Stores the menu tree: loaded once per session, again only when session or configuration change (NAV-10).

import { get } from '#portal/core/api/client.ts'
import { sharedRead } from '#portal/core/api/shared-read.ts'
import { calls } from '#portal/core/site.ts'
import type { MenuNode } from '#shared/model/menu.ts'

export interface MenuState {
  /** `failed` also stands for an empty tree: both lead to /401. */
  readonly status: 'loading' | 'ready' | 'failed'
  readonly nodes: readonly MenuNode[]
}

const NONE: readonly MenuNode[] = []
const path = calls['menu.tree']
/** Empty after a failure. */
const tree = sharedRead<readonly MenuNode[]>(path ?? 'menu')

export function useMenu(): MenuState {
  const nodes = tree.use()
  if (path === undefined) return { status: 'ready', nodes: NONE }
  if (nodes === undefined) return { status: 'loading', nodes: NONE }
  return { status: nodes.length > 0 ? 'ready' : 'failed', nodes }
}

/** While a newer tree loads, the one before stays; it also stays when a reload fails. */
export async function loadMenu(): Promise<void> {
  if (path === undefined) return
  if (tree.get()?.length === 0) void tree.load(undefined)
  const nodes = get<readonly MenuNode[] | null>(path, {}, { quiet: true })
  await tree.load(
    nodes.then(
      (newer) => newer ?? tree.get() ?? NONE,
      () => tree.get() ?? NONE,
    ),
  )
}

function findMenuRedirect(nodes: readonly MenuNode[], path: string): string | undefined {
  for (const node of nodes) {
    if (node.url === path && node.redirect) return node.redirect
    const below = findMenuRedirect(node.children, path)
    if (below !== undefined) return below
  }
  return undefined
}

/**
 * Returns the final address to which a redirecting node leads (NAV-05); undefined for any other address, and for a
 * cycle of redirects.
 */
export function redirectOf(nodes: readonly MenuNode[], path: string): string | undefined {
  const passed = new Set([path])
  let target = findMenuRedirect(nodes, path)
  for (let next = target; next !== undefined; next = findMenuRedirect(nodes, next)) {
    if (passed.has(next)) return undefined
    passed.add(next)
    target = next
  }
  return target
}
