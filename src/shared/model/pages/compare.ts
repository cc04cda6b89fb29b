// Declares the model of pages that compare.
import type { ItemPicture } from '#shared/model/item-picture.ts'
import type { Column, Link, PageBase, Source } from '#shared/model/page-model.ts'

export interface ComparePage extends PageBase {
  readonly kind: 'compare'
  /** Info call; its `id` parameter is filled per compared item. */
  readonly source: Source
  readonly heading: string
  readonly rows: readonly Column[]
  /** Sets the parameters of their category side by side. */
  readonly parameters?: Source
  readonly stars?: Source
  /** The items that may replace one of them, the `item`. */
  readonly candidates?: Source
  readonly picture?: ItemPicture
  readonly max: number
  readonly pick?: Link
  readonly open?: Link
}

declare module '#shared/model/page-model.ts' {
  interface PageKinds {
    readonly compare: ComparePage
  }
}
