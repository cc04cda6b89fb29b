// Reads the accessibility tree of a page as Chromium hands it to a screen reader.
import type { Page } from 'playwright-core'

export interface AccessNode {
  readonly role: string
  readonly name: string
  readonly value: string
  readonly description: string
  /** Such as `expanded`, `selected`, `multiselectable`, `pressed`. */
  readonly states: Readonly<Record<string, unknown>>
  readonly children: readonly AccessNode[]
}

interface RawNode {
  readonly nodeId: string
  readonly ignored: boolean
  readonly role?: { readonly value?: unknown }
  readonly name?: { readonly value?: unknown }
  readonly value?: { readonly value?: unknown }
  readonly description?: { readonly value?: unknown }
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[]
  readonly childIds?: readonly string[]
}

/** Ignored nodes are left out, their children stand in their place. */
export async function readAccessTree(page: Page): Promise<readonly AccessNode[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as unknown as {
    nodes: readonly RawNode[]
  }
  await session.detach()
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const textOf = (part?: { readonly value?: unknown }) => String(part?.value ?? '')
  const build = (id: string): readonly AccessNode[] => {
    const node = byId.get(id)
    if (!node) return []
    const children = (node.childIds ?? []).flatMap(build)
    if (node.ignored) return children
    const states = Object.fromEntries((node.properties ?? []).map(({ name, value }) => [name, value.value]))
    return [
      {
        role: textOf(node.role),
        name: textOf(node.name),
        value: textOf(node.value),
        description: textOf(node.description),
        states,
        children,
      },
    ]
  }
  return nodes[0] ? build(nodes[0].nodeId) : []
}

/** All nodes below and including these, in the order of the page. */
export const flatten = (nodes: readonly AccessNode[]): readonly AccessNode[] =>
  nodes.flatMap((node) => [node, ...flatten(node.children)])

export const findByRole = (
  nodes: readonly AccessNode[],
  role: string,
  name?: string,
): readonly AccessNode[] =>
  flatten(nodes).filter((node) => node.role === role && (name === undefined || node.name === name))
