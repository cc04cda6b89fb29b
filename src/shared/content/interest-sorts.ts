// Lists the sort orders that belong to no field: by the interest in items.
import type { Field } from '#shared/model/content-model.ts'

/**
 * Titles by name. `hot` weighs reads, likes and comments with how new an item is, `searched` how many search for it,
 * `compared` how often it was compared these weeks.
 */
export const HOT_SORTS: Readonly<Record<string, string>> = {
  hot: '热度',
  searched: '搜索热度',
  compared: '比对热度',
}

/** Those that items of a type have: only what has parameters is compared by them. */
export function hotSortsOf(fields: readonly Pick<Field, 'parameters'>[]): string[] {
  const isCompared = fields.some(({ parameters }) => parameters !== undefined)
  return Object.keys(HOT_SORTS).filter((name) => name !== 'compared' || isCompared)
}
