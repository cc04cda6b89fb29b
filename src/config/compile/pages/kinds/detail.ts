// Compiles detail pages: heading, facts and body of one item, and the sections around them.

import { compileActions } from '#config/compile/actions/compile-actions.ts'
import { findField } from '#config/compile/common/find-field.ts'
import { given } from '#config/compile/common/given.ts'
import { checkParentListType } from '#config/compile/links/check-matching-type.ts'
import type { PageContext } from '#config/compile/links/compile-context.ts'
import { compileSource } from '#config/compile/links/compile-source.ts'
import { liveOf } from '#config/compile/pages/live-updates.ts'
import { itemsOfPage } from '#config/compile/pages/page-items.ts'
import type { PageInput, PageKindFile } from '#config/compile/pages/page-kind.ts'
import { itemCalendarOf, shareOf } from '#config/compile/pages/page-sharing.ts'
import { checkOwnType, checkReads } from '#config/compile/pages/parts/check-part-sources.ts'
import { compileColumns } from '#config/compile/pages/parts/compile-parts.ts'
import { compileSections } from '#config/compile/pages/parts/compile-sections.ts'
import { sectionPreloads, toPreload } from '#config/compile/pages/preloads.ts'
import type { WrittenColumn, WrittenDetailPage } from '#config/generated/written.ts'
import { type Place, placeAt } from '#config/load/place.ts'
import { type Audience, isForMembers } from '#shared/access/roles.ts'
import { publicStates } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Column, Source } from '#shared/model/page-model.ts'
import type { DetailPage } from '#shared/model/pages/detail.ts'

export const KIND: PageKindFile<DetailPage, WrittenDetailPage> = {
  head: ({ source, access = 'anyone' }) => ({
    shows: { operation: typeof source === 'string' ? source : source.operation, access: [access].flat() },
  }),
  compile,
  preload: ({ source, aside }) => [...toPreload(source), ...sectionPreloads(aside)],
}

function checkNeighbourSources(
  { compilation, document }: PageContext,
  type: ContentType | undefined,
  sources: Readonly<Record<'viewed' | 'neighbours', Source | null>>,
): void {
  for (const key of ['viewed', 'neighbours'] as const) {
    const operation = compilation.operations.get(sources[key]?.operation ?? '')
    const at = placeAt({ compilation, document }, [key])
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
  const { record } = place
  if (record)
    findField(placeAt(place, ['heading']), record.fields, heading, `“${record.title}”没有字段“${heading}”`)
  const meta = compileColumns(place, ['meta'], place.record, written.meta)
  checkMetaLine(placeAt(place, ['meta']), base.access, meta, written.meta ?? [])
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
    ...given({ viewed, neighbours }),
    actions: compileActions(place, ['actions'], written.actions),
    sections: compileSections(place, ['sections'], written.sections),
    aside: compileSections(place, ['aside'], written.aside),
    ...(type ? { lifecycle: type.lifecycle } : {}),
    ...openStateOf(type),
    ...itemCalendarOf(place.compilation, { base, source, type }),
    ...shareOf(place, written.share, { heading, body, base, source }),
  }
}

/** The line below a heading contains only fields that every reader sees, unmasked. */
function checkMetaLine(
  here: Place,
  access: readonly Audience[],
  columns: readonly Column[],
  written: readonly WrittenColumn[],
): void {
  if (!access.includes('anyone') && !isForMembers(access)) return
  for (const { field, label, cell } of columns) {
    const isKept = field.visible !== undefined || cell === 'masked' || field.type === 'mobile'
    if (!isKept) continue
    const index = written.findIndex((one) => (typeof one === 'string' ? one : one.field) === field.name)
    here
      .at(index)
      .report('meta_kept', `“${label}”不是公开字段，或须脱敏显示，不能放在标题之下（meta）：请放入 facts`, {
        found: field.name,
      })
  }
}
