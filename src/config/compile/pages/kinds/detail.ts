// Compiles detail pages: heading, facts and body of one item, and the sections around them.

import { compileActions } from '#config/compile/actions/compile-actions.ts'
import { findField } from '#config/compile/common/find-field.ts'
import { given } from '#config/compile/common/given.ts'
import { checkParentListType } from '#config/compile/links/check-matching-type.ts'
import type { PagePlace } from '#config/compile/links/compile-context.ts'
import { compileSource } from '#config/compile/links/compile-source.ts'
import { liveOf } from '#config/compile/pages/live-updates.ts'
import { itemsOfPage } from '#config/compile/pages/page-items.ts'
import type { PageInput, PageKindFile } from '#config/compile/pages/page-kind.ts'
import { itemCalendarOf, shareOf } from '#config/compile/pages/page-sharing.ts'
import { checkOwnType, checkReads } from '#config/compile/pages/parts/check-part-sources.ts'
import { compileColumns } from '#config/compile/pages/parts/compile-parts.ts'
import { compileSections } from '#config/compile/pages/parts/compile-sections.ts'
import { sectionPreloads, toPreload } from '#config/compile/pages/preloads.ts'
import type { WrittenColumn, WrittenDetailPage, WrittenSource } from '#config/generated/written.ts'
import { isForMembers } from '#shared/access/roles.ts'
import { publicStates, reviewStates } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Column, Section } from '#shared/model/page-model.ts'
import type { DetailPage } from '#shared/model/pages/detail.ts'

export const KIND: PageKindFile<DetailPage, WrittenDetailPage> = {
  head: ({ source, access = 'anyone' }) => ({
    shows: { operation: typeof source === 'string' ? source : source.operation, access: [access].flat() },
  }),
  compile,
  preload: ({ source, aside }) => [...toPreload(source), ...sectionPreloads(aside)],
}

/** Compiles a call about the page's own item. */
function compileOwn(at: PagePlace, written: WrittenSource | undefined, reads: 'viewed' | 'neighbours') {
  const source = compileSource(at, written)
  const operation = at.compilation.operations.get(source?.operation ?? '')
  if (checkReads(at, operation, reads)) checkOwnType(at, operation)
  return source
}

function openStateOf(type: ContentType | undefined): Pick<DetailPage, 'openState'> {
  const [openState, ...others] = type ? publicStates(type.lifecycle) : []
  return openState !== undefined && others.length === 0 ? { openState } : {}
}

function compile({ at: page, written, base }: PageInput<WrittenDetailPage>): DetailPage | null {
  const items = itemsOfPage(page, written.source, 'one')
  if (!items) return null
  const { source, type, named, at } = items
  const viewed = compileOwn(at.at('viewed'), written.viewed, 'viewed')
  const neighbours = compileOwn(at.at('neighbours'), written.neighbours, 'neighbours')
  checkParentListType(at, type?.name, at.head.parent)
  const heading = written.heading ?? type?.heading ?? 'title'
  const { record } = at
  if (record) findField(at.at('heading'), record.fields, heading, 'field_unknown.record', { type: record })
  const columns = (key: 'meta' | 'lead' | 'facts' | 'body') => compileColumns(at.at(key), written[key])
  const meta = columns('meta')
  checkMetaLine(at.at('meta'), meta, written.meta ?? [])
  const body = columns('body')
  return {
    ...base,
    kind: 'detail',
    source,
    ...named,
    ...liveOf(at.at('live'), written.live, type),
    heading,
    meta,
    lead: columns('lead'),
    facts: columns('facts'),
    body,
    ...given({ viewed, neighbours }),
    actions: compileActions(at.at('actions'), written.actions),
    sections: withVersions(compileSections(at.at('sections'), written.sections), type),
    aside: compileSections(at.at('aside'), written.aside),
    ...(type ? { lifecycle: type.lifecycle } : {}),
    ...openStateOf(type),
    ...(written.review && type ? { review: { states: [...reviewStates(type.lifecycle)] } } : {}),
    ...itemCalendarOf(at.compilation, { base, source, type }),
    ...shareOf(at, written.share, { heading, body, base, source }),
  }
}

/** The versions of an item stand below it, for those to whom the server tells that there are any. */
function withVersions(sections: Section[], type: ContentType | undefined): Section[] {
  if (!type || type.versions === false || sections.some(({ widget }) => widget === 'change')) return sections
  return [...sections, { widget: 'change', title: '版本记录', when: { 'item.versioned': true } }]
}

/** The line below a heading contains only fields that every reader sees, unmasked. */
function checkMetaLine(at: PagePlace, columns: readonly Column[], written: readonly WrittenColumn[]): void {
  const { access = [] } = at
  if (!access.includes('anyone') && !isForMembers(access)) return
  for (const { field, label, cell } of columns) {
    if (field.visible === undefined && cell !== 'masked' && field.type !== 'mobile') continue
    const index = written.findIndex((one) => (typeof one === 'string' ? one : one.field) === field.name)
    at.at(index).report('meta_kept', { found: field.name, label })
  }
}
