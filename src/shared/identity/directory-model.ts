// Declares how forms turn approved accounts into entries of a directory.
import type { Condition } from '#shared/expressions/condition.ts'

/** The source of a field of the entry: an answer, the beginning of a code, or a constant. */
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
