// Compiles detail pages: heading, facts and body of one item, and the sections around them.

import { compileActions } from '#config/compile/actions/compile-actions.ts'
import { checkParentListType } from '#config/compile/links/check-matching-type.ts'
import { compileSource, type PageContext } from '#config/compile/links/compile-context.ts'
import { checkMetaLine } from '#config/compile/pages/check-meta-line.ts'
import { liveOf } from '#config/compile/pages/live-updates.ts'
import { itemCalendarOf } from '#config/compile/pages/page-feeds.ts'
import { itemsOfPage } from '#config/compile/pages/page-items.ts'
import type { PageInput, PageKindFile } from '#config/compile/pages/page-kind.ts'
import { shareOf } from '#config/compile/pages/page-sharing.ts'
import { checkOwnType, checkReads } from '#config/compile/pages/parts/check-part-sources.ts'
import { compileColumns } from '#config/compile/pages/parts/compile-parts.ts'
import { compileSections } from '#config/compile/pages/parts/compile-sections.ts'
import { sectionPreloads, toPreload } from '#config/compile/pages/preloads.ts'
import type { WrittenDetailPage } from '#config/generated/written.ts'
import { publicStates } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Source } from '#shared/model/page-model.ts'
import type { DetailPage } from '#shared/model/pages/detail.ts'

export const KIND: PageKindFile<DetailPage, WrittenDetailPage> = {
  head: ({ source, access = 'anyone' }) => ({
    shows: { operation: typeof source === 'string' ? source : source.operation, access: [access].flat() },
  }),
  compile,
  preload: ({ source, aside }) => [...toPreload(source), ...sectionPreloads(aside)],
}

function checkHeading({ compilation, document, record }: PageContext, heading: string): void {
  if (!record || record.fields.some((field) => field.name === heading)) return
  compilation.context.report(document, ['heading'], {
    slug: 'field_unknown',
    message: `“${record.title}”没有字段“${heading}”`,
    found: heading,
    known: record.fields.map((field) => field.name),
  })
}

function checkNeighbourSources(
  { compilation, document }: PageContext,
  type: ContentType | undefined,
  sources: Readonly<Record<'viewed' | 'neighbours', Source | null>>,
): void {
  for (const key of ['viewed', 'neighbours'] as const) {
    const operation = compilation.operations.get(sources[key]?.operation ?? '')
    const at = { context: compilation.context, document, path: [key] }
    if (checkReads(at, operation, key, compilation.operations)) checkOwnType(at, type, operation)
  }
}

function openStateOf(type: ContentType | undefined): Pick<DetailPage, 'openState'> {
  const [openState, ...others] = type ? publicStates(type.lifecycle) : []
  return openState !== undefined && others.length === 0 ? { openState } : {}
}

function compile({ around, written, base }: PageInput<WrittenDetailPage>): DetailPage | null {
  const items = itemsOfPage(around, written.source, 'one', base.access)
  if (!items) return null
  const { source, type, named, place } = items
  const viewed = compileSource(place, ['viewed'], written.viewed)
  const neighbours = compileSource(place, ['neighbours'], written.neighbours)
  checkNeighbourSources(place, type, { viewed, neighbours })
  checkParentListType(place, type?.name, place.head.parent)
  const heading = written.heading ?? type?.heading ?? 'title'
  checkHeading(place, heading)
  const meta = compileColumns(place, ['meta'], place.record, written.meta)
  checkMetaLine(
    { context: place.compilation.context, document: place.document, access: base.access },
    meta,
    written.meta ?? [],
  )
  const body = compileColumns(place, ['body'], place.record, written.body)
  return {
    ...base,
    kind: 'detail',
    source,
    ...named,
    ...liveOf(place, written.live, type),
    heading,
    meta,
    lead: compileColumns(place, ['lead'], place.record, written.lead),
    facts: compileColumns(place, ['facts'], place.record, written.facts),
    body,
    ...(viewed ? { viewed } : {}),
    ...(neighbours ? { neighbours } : {}),
    actions: compileActions(place, ['actions'], written.actions),
    sections: compileSections(place, ['sections'], written.sections),
    aside: compileSections(place, ['aside'], written.aside),
    ...(type ? { lifecycle: type.lifecycle } : {}),
    ...openStateOf(type),
    ...itemCalendarOf(place.compilation, { base, source, type }),
    ...shareOf(place, written.share, { heading, body, base, source }),
  }
}
