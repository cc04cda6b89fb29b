// Owns what a kind of page says of itself: what links to it know beforehand, how it is compiled, which reads it starts with.

import type { Placed } from '#config/compile/api/check-routes.ts'
import type { PageContext, PageHead } from '#config/compile/links/compile-context.ts'
import type { WrittenPage, WrittenZone } from '#config/generated/written.ts'
import type { Document } from '#config/load/document.ts'
import type { ManifestPage } from '#shared/model/manifest.ts'
import type { Page, PageBase } from '#shared/model/page-model.ts'

/** The file of a page, or of a zone, which is one. */
export type WrittenBody = WrittenPage | WrittenZone

export interface PageInput<Written extends WrittenBody = WrittenBody> {
  /** The page alone; what its source holds is not known yet. */
  readonly around: PageContext
  readonly written: Written
  readonly base: Omit<PageBase, 'kind'>
}

/** A page that is written or made, with what links to it know. */
export interface PlacedPage extends Placed<PageHead> {
  readonly document: Document<WrittenBody>
}

export type Preload = ManifestPage['preload'][number]

/** Methods, so that each kind takes and gives its own kind of page. */
export interface PageKindFile<P extends Page = Page, Written extends WrittenBody = WrittenBody> {
  /** What placeholders may begin with, where that differs from `ROOTS_OF_ITEMS`. */
  roots?(head: PageHead): readonly string[]
  /** What links to the page have to know before any page is compiled. */
  head?(written: Written): Partial<Pick<PageHead, 'params' | 'max' | 'shows' | 'lists'>>
  /** Null when what it stands on could not be resolved (reported). */
  compile(given: PageInput<Written>): P | null
  /** Reads that can start from the address alone, before any code of the page has loaded. */
  preload?(page: P): readonly Preload[]
  /** Address of the picture that is drawn at its head whoever reads it, and so can start as early. */
  picture?(page: P): string | undefined
}
