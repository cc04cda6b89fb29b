// Owns what approved accounts become: entries of a directory, as forms describe them.
import type { Condition } from '#shared/expressions/condition.ts'

/** Where a field of the entry comes from: an answer, the beginning of a code, or always the same. */
export interface DirectoryField {
  readonly to: string
  /** Field of the form. */
  readonly from?: string
  /** So many characters of a code, such as the category that a class begins with. */
  readonly start?: number
  readonly value?: string | number | boolean
}

export interface Directory {
  /** Content type of the entries. */
  readonly type: string
  /** Field of the entry by which one that is there already is recognised, such as a credit code. */
  readonly key?: string
  /** Only accounts whose answers fulfil it have an entry. */
  readonly when?: Condition
  readonly fields: readonly DirectoryField[]
}
