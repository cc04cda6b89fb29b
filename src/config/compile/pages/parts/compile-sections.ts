// Compiles the sections of a page: their widget, source, columns, links and conditions.

import { given } from '#config/compile/common/given.ts'
import { checkCondition } from '#config/compile/conditions/page-conditions.ts'
import { type RecordType, recordTypeOf } from '#config/compile/fields/record-type.ts'
import { checkOptions } from '#config/compile/forms/check-widget-options.ts'
import { answeredFields } from '#config/compile/links/check-answered-fields.ts'
import { type PageContext, withItem } from '#config/compile/links/compile-context.ts'
import { compileLink } from '#config/compile/links/compile-link.ts'
import { compileSource, findParameterSchema } from '#config/compile/links/compile-source.ts'
import { liveOf } from '#config/compile/pages/live-updates.ts'
import type { WrittenColumn, WrittenSection, WrittenWidget } from '#config/generated/written.ts'
import type { Path } from '#config/load/document.ts'
import { type Place, placeAt } from '#config/load/place.ts'
import type { Condition } from '#shared/expressions/condition.ts'
import { placeholdersOf } from '#shared/expressions/placeholder.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import type { Column, Section } from '#shared/model/page-model.ts'
import { checkLayoutColumns } from './check-layout-columns.ts'
import { checkListOwner } from './check-list-owner.ts'
import { checkOwnType, checkReads, READS } from './check-part-sources.ts'
import { checkBarLink, checkMoreLink, checkOptionEntries, checkStatistic } from './check-section-options.ts'
import { checkReaders } from './check-source-readers.ts'
import { compileColumns, compileEmpty, widget } from './compile-parts.ts'
import { buildRecordContent, buildSectionContent } from './section-content.ts'

/** Returns the values that are empty whenever the condition holds. */
const emptyIn = (condition: Condition): string[] =>
  Object.entries(condition).flatMap(([key, test]) => {
    if (key === 'all') return (test as readonly Condition[]).flatMap(emptyIn)
    return typeof test === 'object' && test !== null && 'empty' in test && test.empty === true ? [key] : []
  })

/** `here` is that of the section. */
function checkEmptied(here: Place, when: Condition, source: WrittenSection['source']): void {
  const { params = {} } = typeof source === 'object' ? source : {}
  const empty = emptyIn(when)
  for (const [name, value] of Object.entries(params)) {
    const read = typeof value === 'string' && placeholdersOf(value).find((one) => empty.includes(one))
    if (!read) continue
    here
      .at('when', read)
      .report(
        'param_emptied',
        `区块只在“${read}”为空时显示，数据来源却以“${read}”为参数“${name}”，该参数始终为空：请将条件改为不为空（"empty": false），或换用其他参数`,
        { key: true },
      )
  }
}

interface SectionColumns {
  readonly place: PageContext
  readonly at: Path
  readonly file: WrittenWidget | null
  readonly type: RecordType | undefined
  readonly written: readonly WrittenColumn[]
}

function sectionColumns({ place, at, file, type, written }: SectionColumns): Column[] {
  const path = [...at, 'columns']
  if (file && file.columns !== true)
    place.compilation.context.report(place.document, path, {
      slug: 'columns_unused',
      message: `区块“${String(file.title)}”不支持列出字段（columns）：请改用“items”区块`,
      found: 'columns',
    })
  return compileColumns(place, path, type, written)
}

export function compileSections(
  around: PageContext,
  path: Path,
  written: readonly WrittenSection[] = [],
): Section[] {
  return written.map((_, index) => compileSection(around, path, written, index))
}

function compileSection(
  around: PageContext,
  path: Path,
  written: readonly WrittenSection[],
  index: number,
): Section {
  const { context, operations, contentTypes } = around.compilation
  const section = written[index] as WrittenSection
  const at = [...path, index]
  const place = section.when ? { ...around, shownWhen: [section.when] } : around
  const file = widget(place, [...at, 'widget'], section.widget, 'section')
  const source = compileSource(place, [...at, 'source'], section.source)
  if (file) checkWidgetSource(place, at, section, file)
  reportDuplicateSection(place, at, written, index)
  const operation = source ? operations.get(source.operation) : undefined
  const type = contentTypes.get(operation?.content?.type ?? '')
  checkSection(place, [...at, 'source'], section, file, operation)
  if (source && section.title) checkListOwner(place, [...at, 'source'], section.title, source)
  const drawn = [file, section.options ?? {}, operation, type] as const
  const here = placeAt(place, at)
  checkStatistic(here.at('options'), ...drawn)
  checkOptionEntries(place, [...at, 'options'], file, section.options ?? {}, operation)
  checkBarLink(here.at('options'), ...drawn, (page, param) =>
    findParameterSchema(place.compilation, { id: page }, param),
  )
  const record = operation ? recordTypeOf(context, operation) : undefined
  // The context of one listed item, which is opened by itself.
  const row = { ...withItem(place), answers: answeredFields(operation, [...at, 'source']) }
  const more = compileLink(place, [...at, 'more'], section.more)
  checkMoreLink(place, [...at, 'more'], source, more)
  const open = compileLink({ ...row, record: type ?? record }, [...at, 'open'], section.open)
  if (section.when) {
    checkCondition(place, [...at, 'when'], section.when, place.record)
    checkEmptied(here, section.when, section.source)
  }
  const options = checkOptions(
    row,
    [...at, 'options'],
    'section',
    section.widget,
    section.options ?? {},
    type ?? record,
  )
  const contentOf = () => {
    if (!file) return {}
    if (type) return { content: buildSectionContent(type, operations, file, section.options ?? {}) }
    return record?.fields.length ? { content: buildRecordContent(record, file, section.options ?? {}) } : {}
  }
  // Of a source that is not there its own place tells.
  const columns =
    section.columns && (type ?? record)
      ? sectionColumns({ place: row, at, file, type: type ?? record, written: section.columns })
      : undefined
  if (type) checkLayoutColumns(here.at('options', 'look'), section.options?.look, columns ?? [])
  return {
    widget: section.widget,
    ...given({ title: section.title, source }),
    ...contentOf(),
    ...given({ more, open, columns, span: section.span }),
    ...(section.optional ? { optional: true as const } : {}),
    ...compileEmpty(place, [...at, 'empty'], section.empty),
    ...(section.wideOnly ? { wideOnly: true as const } : {}),
    ...liveOf(place, section.live, type, [...at, 'live']),
    ...(section.when ? { when: section.when } : {}),
    ...(section.options ? { options } : {}),
  }
}

/** Checks that the section has the source that its widget needs, and stands on a page that shows what it is about. */
function checkWidgetSource(place: PageContext, at: Path, section: WrittenSection, file: WrittenWidget): void {
  const { context } = place.compilation
  if (!section.source && (file.source === 'list' || file.source === 'item'))
    context.report(place.document, at, {
      slug: 'source_missing',
      message: `区块“${section.widget}”需要数据来源 source`,
      expected: 'source',
    })
  if (file.shown === 'item' && !place.roots.includes('item'))
    context.report(place.document, [...at, 'widget'], {
      slug: 'widget_item',
      message: `区块“${section.widget}”（${file.title}）须有当前内容，本页没有：只能用于详情页`,
      found: section.widget,
    })
  if (section.source && file.source === 'none')
    context.report(place.document, [...at, 'source'], {
      slug: 'source_unused',
      message: `区块“${section.widget}”不使用数据来源：请去掉 source`,
    })
}

const NARROWED = /^\{(item|query|params)\./

/** Checks that a section on an item's page lists the children of that item, and not those of all items. */
function checkUnderItem(
  here: Place,
  shown: PageContext['type'],
  operation: Operation | undefined,
  compilation: PageContext['compilation'],
  params: Readonly<Record<string, unknown>>,
): void {
  const child = compilation.contentTypes.get(operation?.content?.type ?? '')
  const parent = child?.fields.find(({ name }) => name === child.parent)
  if (!shown || parent?.ref !== shown.name || operation?.content?.action !== 'list') return
  const { fixed } = operation.content
  const isNarrowed = Object.values(params).some((value) => NARROWED.test(String(value)))
  if (isNarrowed || fixed.mine !== undefined || fixed.received !== undefined) return
  here.report(
    'child_of_all',
    `此处会列出所有“${shown.title}”的“${child?.title}”：请用参数“${parent.name}”限定为本页的内容，如 "${parent.name}": "{item.id}"`,
    { expected: parent.name },
  )
}

/** Reports a section with the same source, audience and title as another: it was copied and not changed. */
function reportDuplicateSection(
  { compilation, document }: PageContext,
  path: Path,
  all: readonly WrittenSection[],
  index: number,
) {
  const keyOf = ({ widget, title, source, when, options }: WrittenSection) =>
    JSON.stringify({ widget, title, source, when, options })
  const own = all[index] as WrittenSection
  if (own.source === undefined) return
  const isLike = ({ widget, title, source }: WrittenSection) =>
    widget === own.widget && title === own.title && source !== undefined
  const first = all.findIndex((one) => one === own || (isLike(one) && keyOf(one) === keyOf(own)))
  if (first < index)
    compilation.context.report(document, path, {
      slug: 'section_twice',
      message: `与第 ${first + 1} 个区块“${own.title ?? own.widget}”完全相同，内容会重复显示：请修改或删去其一`,
    })
}

/**
 * The parameters that take the id of an item. The id in the address is that of the page's own item, whatever
 * parameter takes it.
 */
const OF_THE_PAGE = ['id', 'dataId']

function checkSection(
  place: PageContext,
  path: Path,
  section: WrittenSection,
  file: WrittenWidget | null,
  operation: Operation | undefined,
): void {
  const { compilation, type, access } = place
  const at = placeAt(place, path)
  const { action = '' } = operation?.content ?? {}
  const isList = (READS.many as readonly string[]).includes(action)
  const wanted =
    file?.reads ?? (file?.source === 'item' && isList ? 'one' : file?.source === 'list' ? 'many' : undefined)
  if (wanted && action !== 'commentList' && !checkReads(at, operation, wanted, compilation.operations)) return
  const params = typeof section.source === 'object' ? (section.source.params ?? {}) : {}
  if (OF_THE_PAGE.some((name) => params[name] === '{query.id}')) checkOwnType(at, type, operation)
  checkUnderItem(at, type, operation, compilation, params)
  if (!section.when && access) checkReaders(at, access, operation)
}
