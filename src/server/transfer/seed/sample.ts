// Declares the type of a sample: an item as the configuration writes it.

export interface SampleComment {
  readonly by: string
  readonly text: string
  readonly likes?: number
}

/** Body fields plus what is no field; the configuration check has looked at both. */
export interface Sample {
  readonly [field: string]: unknown
  readonly _id?: string
  readonly _status?: string
  readonly _owner?: string
  /** Of an entry of a directory: the account that speaks for it, named and made as owners are. */
  readonly _account?: string
  readonly _publishedDaysAgo?: number
  readonly _views?: number
  readonly _likes?: number
  readonly _comments?: readonly SampleComment[]
}
