// Owns what a mistake of the corpus is: what somebody wanted, what he did to which file, and what the checker should say.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** One change. `at` points into the file as JSON Pointer does; a step `?key=value` is the row with that value, `?=value` the text itself. */
export interface Edit {
  readonly in?: string
  readonly at?: string
  readonly set?: Json
  readonly drop?: true
  readonly rename?: string
  readonly append?: Json
  /** Found and put in its place, the first time that it stands there. */
  readonly text?: readonly [from: string, to: string]
  /** The whole file anew. */
  readonly write?: string
  readonly remove?: string
  readonly copy?: string
  readonly move?: string
  /** Where it is copied or moved to. */
  readonly to?: string
}

export interface Mistake {
  /** Its group and its name: `values/limit-above-most`. */
  readonly id: string
  readonly group: string
  readonly wants: string
  /** What would break, mislead or do nothing in the running portal. */
  readonly breaks: string
  readonly edits: readonly Edit[]
  /** Files, folders, or `file#pointer`, where the first finding should lie; else the place of the first edit. */
  readonly places: readonly string[]
  /** Words that one finding at the place should hold: the right name, the limit. */
  readonly says: readonly string[]
  readonly most: number
}

/** Texts by path, and the names of the files that samples may name. */
export interface Texts extends ReadonlyMap<string, string> {
  readonly attached?: ReadonlySet<string>
}
