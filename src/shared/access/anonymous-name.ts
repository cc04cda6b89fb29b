// Gives the name shown instead of an anonymous owner's, on the item and on the owner's comments there.

/**
 * The name that replaces the name of an anonymous owner, on the item and on the owner's comments under it.
 *
 * @example
 * const nameOf = (isAnonymous: boolean, name: string) => (isAnonymous ? ANONYMOUS_NAME : name)
 */
export const ANONYMOUS_NAME = '匿名发布者'
