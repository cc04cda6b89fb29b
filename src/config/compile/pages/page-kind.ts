// Declares the interface of a page kind: the facts that links need, its compilation, and its preloads.

import type { Placed } from '#config/compile/api/check-routes.ts'
import type { PagePlace, WrittenPageHead } from '#config/compile/links/compile-context.ts'
import type { WrittenPage, WrittenZone } from '#config/generated/written.ts'
import type { Document } from '#config/load/document.ts'
import type { ManifestPage } from '#shared/model/manifest.ts'
import type { Page, PageBase } from '#shared/model/page-model.ts'

/** The file of a page, or of a zone, which is one. */
export type WrittenBody = WrittenPage | WrittenZone

export interface PageInput<Written extends WrittenBody = WrittenBody> {
  /** The page alone; what its source holds is not known yet. */
  readonly at: PagePlace
  readonly written: Written
  readonly base: Omit<PageBase, 'kind'>
}

/** A page that is written or made, with what links to it know. */
export interface PlacedPage extends Placed<WrittenPageHead> {
  readonly document: Document<WrittenBody>
}

export type Preload = ManifestPage['preload'][number]

/** Methods, so that each kind takes and gives its own kind of page. */
export interface PageKindFile<P extends Page = Page, Written extends WrittenBody = WrittenBody> {
  /** Returns the roots with which placeholders may begin, where they differ from `ROOTS_OF_ITEMS`. */
  roots?(head: WrittenPageHead): readonly string[]
  /** Returns the facts about the page that links need before any page is compiled. */
  head?(written: Written): Partial<Pick<WrittenPageHead, 'params' | 'max' | 'shows' | 'lists'>>
  /** Returns null when a reference of the page could not be resolved (reported). */
  compile(given: PageInput<Written>): P | null
  /** Reads that can start from the address alone, before any code of the page has loaded. */
  preload?(page: P): readonly Preload[]
  /**
   * Returns the address of the picture at the page's head, which is the same for every reader and so can start as
   * early.
   */
  picture?(page: P): string | undefined
}
