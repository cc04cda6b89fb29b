// Limits a role that was assigned to an account to items of types, regions and categories.

/**
 * The items for which an account has a role; an absent list limits nothing. `types` are content types, `regions` codes
 * of areas with all below them, `categories` values of the field that the type declares as `category`.
 * @example
 * const scope: RoleScope = { types: ['news'], regions: ['51'] }
 */
export interface RoleScope {
  readonly types?: readonly string[]
  readonly regions?: readonly string[]
  readonly categories?: readonly string[]
}

/** A role that an account has beside its own. */
export interface AssignedRole {
  readonly role: string
  readonly grants?: readonly string[]
  readonly scope: RoleScope
}

/** Returns true if the scope has items of the type; without a type, if it has all items. */
export const coversType = ({ types, regions, categories }: RoleScope, type: string | undefined): boolean =>
  type === undefined
    ? types === undefined && regions === undefined && categories === undefined
    : (types?.includes(type) ?? true)

interface Placed {
  readonly type?: string | undefined
  readonly region?: string | null
  readonly category?: string | null
}

/**
 * Returns true if the item is in the scope.
 * @example
 * isInScope({ regions: ['51'] }, { type: 'news', region: '5101' }) // → true
 * isInScope({ regions: ['5101'] }, { type: 'news', region: '51' }) // → false
 */
export function isInScope({ types, regions, categories }: RoleScope, item: Placed): boolean {
  const { type, region, category } = item
  return (
    (types === undefined || (type !== undefined && types.includes(type))) &&
    (regions === undefined || regions.some((code) => region?.startsWith(code) === true)) &&
    (categories === undefined || (category != null && categories.includes(category)))
  )
}
