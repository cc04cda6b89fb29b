// Owns the model of detail pages.
import type { ItemPicture } from '../content-model.ts'
import type { Lifecycle } from '../lifecycle.ts'
import type { Action, Column, PageBase, Section, Source } from '../page-model.ts'

export interface DetailPage extends PageBase {
  readonly kind: 'detail'
  readonly source: Source
  readonly contentType?: string
  /** Read again as soon as something of these content types changed. */
  readonly live?: readonly string[]
  readonly heading: string
  readonly meta: readonly Column[]
  readonly facts: readonly Column[]
  readonly body: readonly Column[]
  readonly viewed?: Source
  /** Names the items before and after. */
  readonly neighbours?: Source
  readonly actions: readonly Action[]
  readonly sections: readonly Section[]
  readonly aside: readonly Section[]
  readonly lifecycle?: Lifecycle
  readonly badge?: string
  readonly picture?: ItemPicture
  /** Fields with the dates that make events of an item that everybody reads. */
  readonly calendar?: readonly string[]
  /** For search engines; the browser does not get it. */
  readonly structured?: Structured
}

/** What search engines are told of an item, as schema.org has it; fields by name. */
export interface Structured {
  readonly type: string
  readonly properties: Readonly<Record<string, StructuredValue>>
}

export type StructuredValue =
  | string
  | { readonly text: string }
  /** A number, multiplied by what the value of another field stands for. */
  | { readonly field: string; readonly by: string; readonly times: Readonly<Record<string, number>> }
  | Structured

declare module '../page-model.ts' {
  interface PageKinds {
    readonly detail: DetailPage
  }
}
