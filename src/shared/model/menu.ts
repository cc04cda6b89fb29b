// Declares the menu tree and its zones.
import type { Audience } from '#shared/access/roles.ts'

/**
 * A node of the menu tree, with its children and the audiences that may see it.
 *
 * @example
 * const titles = (nodes: readonly MenuNode[]) => nodes.filter(({ hidden }) => !hidden).map(({ title }) => title)
 */
export interface MenuNode {
  readonly id: string
  readonly title: string
  readonly url: string
  readonly icon?: string
  readonly redirect?: string
  readonly hidden: boolean
  /** True if it belongs to the menu of the signed-in user instead of the main navigation. */
  readonly user?: boolean
  /** Its children are the side navigation of its page, and of pages below it. */
  readonly side?: boolean
  /** True if the console's menu says how many items the list has. */
  readonly count?: boolean
  /** Heading of its group in a side navigation. */
  readonly group?: string
  readonly access: readonly Audience[]
  readonly children: readonly MenuNode[]
}

/** A zone as the 重点专区 page lists it. */
export interface ZoneEntry {
  readonly id: string
  readonly title: string
  readonly path: string
  readonly slogan: string
  readonly color: string
  readonly cover: string
  /** Empty where it has none. */
  readonly scene: string
  readonly variant?: number
}
