// Builds SQL about the version of an item that others read before it was closed.

/** SQL condition: `item` no longer stands as it was while it was open to others. */
export const EDITED = 'coalesce(item.left_revision <> item.revision, false)'

/** SQL condition: what others read then is kept. */
export const HAS_LEFT = 'exists (select from left_version kept where kept.item_id = item.id)'

/** SQL: the title that others read then of `row`, an alias of the item; null where that is not kept. */
export const previousTitle = (row: 'item' | 'p'): string =>
  `(select kept.title from left_version kept where kept.item_id = ${row}.id)`
