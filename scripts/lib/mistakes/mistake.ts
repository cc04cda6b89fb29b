// Declares a mistake of the corpus: the author's intent, the wrong edits, and the expected findings.

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
  /** The target of the copy or move. */
  readonly to?: string
}

export interface Mistake {
  /** Its group and its name: `values/limit-above-most`. */
  readonly id: string
  readonly group: string
  readonly wants: string
  /** The effect in the running portal: something that breaks, misleads or does nothing. */
  readonly breaks: string
  readonly edits: readonly Edit[]
  /**
   * Files, folders, or `file#pointer` at which the first finding should be; by default the location of the first
   * edit.
   */
  readonly places: readonly string[]
  /** Words that one finding at the place should hold: the right name, the limit. */
  readonly says: readonly string[]
  readonly most: number
}

/** Texts by path, and the names of the files that samples may name. */
export interface Texts extends ReadonlyMap<string, string> {
  readonly attached?: ReadonlySet<string>
}
