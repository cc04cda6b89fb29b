// Stores the menu tree: loaded once per session, again only when session or configuration change (NAV-10).

import { get } from '#portal/core/api/client.ts'
import { calls } from '#portal/core/site.ts'
import { createStore } from '#portal/core/state/store.ts'
import type { MenuNode } from '#shared/model/menu.ts'

export interface MenuState {
  /** `failed` also stands for an empty tree: both lead to /401. */
  readonly status: 'loading' | 'ready' | 'failed'
  readonly nodes: readonly MenuNode[]
}

const store = createStore<MenuState>({ status: 'loading', nodes: [] })
let attempt = 0

export const useMenu = store.use

/** While a newer tree loads, the one before stays; it also stays when a reload fails. */
export async function loadMenu(): Promise<void> {
  const path = calls['menu.tree']
  if (path === undefined) return store.set({ status: 'ready', nodes: [] })
  attempt += 1
  const mine = attempt
  const before = store.get()
  if (before.status === 'failed') store.set({ status: 'loading', nodes: [] })
  const nodes = await get<readonly MenuNode[]>(path, {}, { quiet: true }).catch(() => null)
  if (mine !== attempt) return
  if (nodes?.length) store.set({ status: 'ready', nodes })
  else if (nodes || before.status !== 'ready') store.set({ status: 'failed', nodes: [] })
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
