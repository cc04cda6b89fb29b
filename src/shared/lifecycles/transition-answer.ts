// Declares an answer to the form of a transition, as the timeline shows it.
import type { FieldType } from '#shared/model/content-model.ts'

/** With as much of its field as draws it. */
export interface TransitionAnswer {
  readonly field: {
    readonly name: string
    readonly title: string
    readonly type: FieldType
    readonly dict?: string
    readonly unit?: string
  }
  readonly value: unknown
  /** Of a reference: the title of the item; null if this reader may not read it. */
  readonly refTitle?: string | null
}
