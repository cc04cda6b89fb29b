// Compiles the sections of a page: their widget, source, columns, links and conditions.

import { given } from '#config/compile/common/given.ts'
import { checkCondition } from '#config/compile/conditions/page-conditions.ts'
import { recordTypeOf } from '#config/compile/fields/record-type.ts'
import { checkOptions } from '#config/compile/forms/check-widget-options.ts'
import { answeredFields } from '#config/compile/links/check-answered-fields.ts'
import type { PagePlace } from '#config/compile/links/compile-context.ts'
import { compileLink } from '#config/compile/links/compile-link.ts'
import { compileSource } from '#config/compile/links/compile-source.ts'
import { liveOf } from '#config/compile/pages/live-updates.ts'
import type { WrittenSection, WrittenWidget } from '#config/generated/written.ts'
import type { Condition } from '#shared/expressions/condition.ts'
import { placeholdersOf } from '#shared/expressions/placeholder.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import type { Section } from '#shared/model/page-model.ts'
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

/** `at` is that of the section. */
function checkEmptied(at: PagePlace, when: Condition, source: WrittenSection['source']): void {
  const { params = {} } = typeof source === 'object' ? source : {}
  const empty = emptyIn(when)
  for (const [name, value] of Object.entries(params)) {
    const read = typeof value === 'string' && placeholdersOf(value).find((one) => empty.includes(one))
    if (read) at.at('when', read).report('param_emptied', { key: true, read, name })
  }
}

/** `at` is that of the list. */
export const compileSections = (at: PagePlace, written: readonly WrittenSection[] = []): Section[] =>
  written.map((section, index) => compileSection(at.at(index), section, written))

function compileSection(around: PagePlace, section: WrittenSection, all: readonly WrittenSection[]): Section {
  const { operations, contentTypes } = around.compilation
  const { when, options = {} } = section
  const at = when ? around.with({ shownWhen: [when] }) : around
  const file = widget(at.at('widget'), section.widget, 'section')
  const source = compileSource(at.at('source'), section.source)
  if (file) checkWidgetSource(at, section, file)
  reportDuplicateSection(at, section, all)
  const operation = operations.get(source?.operation ?? '')
  const type = contentTypes.get(operation?.content?.type ?? '')
  checkSection(at.at('source'), section, file, operation)
  if (source && section.title) checkListOwner(at.at('source'), section.title, source)
  checkStatistic(at.at('options'), file, options, operation, type)
  checkOptionEntries(at.at('options'), file, options, operation)
  checkBarLink(at.at('options'), file, options, operation, type)
  const record = type ?? (operation && recordTypeOf(at.context, operation))
  // The context of one listed item, which is opened by itself.
  const row = at.withItem().with({ answers: answeredFields(operation, at.at('source').path) })
  const more = compileLink(at.at('more'), section.more)
  checkMoreLink(at.at('more'), source, more)
  const open = compileLink(row.at('open').with({ record }), section.open)
  if (when) {
    checkCondition(at.at('when'), when)
    checkEmptied(at, when, section.source)
  }
  const compiled = checkOptions(row.at('options'), 'section', section.widget, options, record)
  const contentOf = () => {
    if (!file) return {}
    if (type) return { content: buildSectionContent(type, operations, file, options) }
    return record?.fields.length ? { content: buildRecordContent(record, file, options) } : {}
  }
  // Of a source that is not there its own place tells.
  const columns =
    section.columns && record ? compileColumns(row.at('columns'), section.columns, record) : undefined
  if (columns && file && file.columns !== true)
    row.at('columns').report('columns_unused', { found: 'columns', file })
  if (type) checkLayoutColumns(at.at('options', 'look'), options.look, columns ?? [])
  return {
    widget: section.widget,
    ...given({ title: section.title, source }),
    ...contentOf(),
    ...given({ more, open, columns, span: section.span }),
    ...(section.optional ? { optional: true as const } : {}),
    ...compileEmpty(at.at('empty'), section.empty),
    ...(section.wideOnly ? { wideOnly: true as const } : {}),
    ...liveOf(at.at('live'), section.live, type),
    ...(when ? { when } : {}),
    ...(section.options ? { options: compiled } : {}),
  }
}

/** Checks that the section has the source that its widget needs, and stands on a page that shows what it is about. */
function checkWidgetSource(at: PagePlace, section: WrittenSection, file: WrittenWidget): void {
  if (!section.source && (file.source === 'list' || file.source === 'item'))
    at.report('source_missing', { expected: 'source', section })
  if (file.shown === 'item' && !at.roots.includes('item'))
    at.at('widget').report('widget_item', { found: section.widget, file })
  if (section.source && file.source === 'none') at.at('source').report('source_unused', { section })
}

const NARROWED = /^\{(item|query|params)\./

/** Checks that a section on an item's page lists the children of that item, and not those of all items. */
function checkUnderItem(
  at: PagePlace,
  operation: Operation | undefined,
  params: Readonly<Record<string, unknown>>,
): void {
  const child = at.compilation.contentTypes.get(operation?.content?.type ?? '')
  const parent = child?.fields.find(({ name }) => name === child.parent)
  if (!at.type || parent?.ref !== at.type.name || operation?.content?.action !== 'list') return
  const { fixed } = operation.content
  const isNarrowed = Object.values(params).some((value) => NARROWED.test(String(value)))
  if (isNarrowed || fixed.mine !== undefined || fixed.received !== undefined) return
  at.report('child_of_all', { expected: parent.name, title: at.type.title, child })
}

/** Reports a section with the same source, audience and title as another: it was copied and not changed. */
function reportDuplicateSection(at: PagePlace, own: WrittenSection, all: readonly WrittenSection[]): void {
  const keyOf = ({ widget, title, source, when, options }: WrittenSection) =>
    JSON.stringify({ widget, title, source, when, options })
  if (own.source === undefined) return
  const isLike = ({ widget, title, source }: WrittenSection) =>
    widget === own.widget && title === own.title && source !== undefined
  const first = all.findIndex((one) => one === own || (isLike(one) && keyOf(one) === keyOf(own)))
  if (all[first] !== own) at.report('section_twice', { number: first + 1, other: own.title ?? own.widget })
}

/**
 * The parameters that take the id of an item. The id in the address is that of the page's own item, whatever
 * parameter takes it.
 */
const OF_THE_PAGE = ['id', 'dataId']

/** `at` is that of the source. */
function checkSection(
  at: PagePlace,
  section: WrittenSection,
  file: WrittenWidget | null,
  operation: Operation | undefined,
): void {
  const { action = '' } = operation?.content ?? {}
  const isList = (READS.many as readonly string[]).includes(action)
  const wanted =
    file?.reads ?? (file?.source === 'item' && isList ? 'one' : file?.source === 'list' ? 'many' : undefined)
  if (wanted && action !== 'commentList' && !checkReads(at, operation, wanted)) return
  const params = typeof section.source === 'object' ? (section.source.params ?? {}) : {}
  if (OF_THE_PAGE.some((name) => params[name] === '{query.id}')) checkOwnType(at, operation)
  checkUnderItem(at, operation, params)
  if (!section.when && at.access) checkReaders(at, at.access, operation)
}
