// Owns the orders of a list that are no field's: by the interest that items find.

/** Titles by name. `hot` weighs reads, likes and comments with how new an item is, `searched` how many search for it. */
export const HOT_SORTS: Readonly<Record<string, string>> = { hot: '热度', searched: '搜索热度' }
