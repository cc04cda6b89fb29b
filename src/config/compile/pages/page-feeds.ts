// Derives the feeds that users subscribe to: public lists of items that each have a page of their own.

import type { CompileContext } from '#config/compile/links/compile-context.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Feed } from '#shared/model/feed.ts'
import type { Link, PageBase, Source } from '#shared/model/page-model.ts'

interface Listed {
  readonly base: Pick<PageBase, 'access' | 'params'>
  readonly source: Source
  readonly type: ContentType | undefined
  readonly open?: Link | undefined
  /** `false` where the page's file says that there is none. */
  readonly written?: false | undefined
}

/** A list that asks for something first, or that not everybody reads, is nothing to subscribe to. */
export function feedOf(
  compilation: CompileContext,
  { base, source, type, open, written }: Listed,
): { readonly feed?: Feed } {
  const access = compilation.operations.get(source.operation)?.access ?? []
  const isPublic = base.access.includes('anyone') && access.includes('anyone')
  const needs = Object.values(base.params).some(({ required }) => required)
  if (written === false || !isPublic || needs || !type || !open || open.pages) return {}
  return { feed: type.calendar ? { calendar: true } : {} }
}

/** Returns the calendar of the one item that a page shows, where its events can be added to a calendar. */
export function itemCalendarOf(
  compilation: CompileContext,
  { base, source, type }: Listed,
): { readonly calendar?: readonly string[] } {
  const access = compilation.operations.get(source.operation)?.access ?? []
  const isPublic = base.access.includes('anyone') && access.includes('anyone')
  return isPublic && type?.calendar ? { calendar: type.calendar.map(({ from }) => from) } : {}
}
