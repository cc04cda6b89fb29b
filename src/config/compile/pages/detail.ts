// Owns detail pages: heading, facts and body of one item, and what stands below and beside it.
import type { ContentType } from '../../../shared/content-model.ts'
import { publicStates } from '../../../shared/lifecycle.ts'
import type { Source } from '../../../shared/page-model.ts'
import type { DetailPage } from '../../../shared/pages/detail.ts'
import type { WrittenDetailPage } from '../../generated/written.ts'
import { checkListedAbove } from '../../rules/beside-type.ts'
import { checkMetaLine } from '../../rules/meta-line.ts'
import { checkOwnType, checkReads } from '../../rules/page-sources.ts'
import { compileActions } from '../actions.ts'
import { itemCalendarOf } from '../feed.ts'
import { itemsOfPage } from '../items-of-page.ts'
import { liveOf } from '../live.ts'
import type { PageGiven, PageKindFile } from '../page-kind.ts'
import { compileColumns, compileSections } from '../parts.ts'
import { sectionPreloads, toPreload } from '../preloads.ts'
import { compileSource, type Place } from '../scope.ts'
import { shareOf } from '../share.ts'

export const KIND: PageKindFile<DetailPage, WrittenDetailPage> = {
  head: ({ source, access = 'anyone' }) => ({
    shows: { operation: typeof source === 'string' ? source : source.operation, access: [access].flat() },
  }),
  compile,
  preload: ({ source, aside }) => [...toPreload(source), ...sectionPreloads(aside)],
}

function checkHeading({ world, document, record }: Place, heading: string): void {
  if (!record || record.fields.some((field) => field.name === heading)) return
  world.context.report(document, ['heading'], {
    slug: 'field_unknown',
    message: `“${record.title}”没有字段“${heading}”`,
    found: heading,
    known: record.fields.map((field) => field.name),
  })
}

function checkBeside(
  { world, document }: Place,
  type: ContentType | undefined,
  beside: Readonly<Record<'viewed' | 'neighbours', Source | null>>,
): void {
  for (const key of ['viewed', 'neighbours'] as const) {
    const operation = world.operations.get(beside[key]?.operation ?? '')
    const at = { context: world.context, document, path: [key] }
    if (checkReads(at, operation, key, world.operations)) checkOwnType(at, type, operation)
  }
}

function openStateOf(type: ContentType | undefined): Pick<DetailPage, 'openState'> {
  const [openState, ...others] = type ? publicStates(type.lifecycle) : []
  return openState !== undefined && others.length === 0 ? { openState } : {}
}

function compile({ around, written, base }: PageGiven<WrittenDetailPage>): DetailPage | null {
  const items = itemsOfPage(around, written.source, 'one', base.access)
  if (!items) return null
  const { source, type, named, place } = items
  const viewed = compileSource(place, ['viewed'], written.viewed)
  const neighbours = compileSource(place, ['neighbours'], written.neighbours)
  checkBeside(place, type, { viewed, neighbours })
  checkListedAbove(place, type?.name, place.head.parent)
  const heading = written.heading ?? type?.heading ?? 'title'
  checkHeading(place, heading)
  const meta = compileColumns(place, ['meta'], place.record, written.meta)
  checkMetaLine(
    { context: place.world.context, document: place.document, access: base.access },
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
    ...itemCalendarOf(place.world, { base, source, type }),
    ...shareOf(place, written.share, { heading, body, base, source }),
  }
}
