// Compiles what leaves a page: the title and description of what is shared, feeds and calendars.

import type { CompileContext, PagePlace } from '#config/compile/links/compile-context.ts'
import { checkPlaceholders } from '#config/compile/links/compile-source.ts'
import type { WrittenDetailPage } from '#config/generated/written.ts'
import type { Share } from '#shared/content/page-description.ts'
import { placeholdersOf } from '#shared/expressions/placeholder.ts'
import { publicStates } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType, Field, FieldType } from '#shared/model/content-model.ts'
import type { Feed } from '#shared/model/feed.ts'
import type { Column, Link, PageBase, Source } from '#shared/model/page-model.ts'

const PICTURES: ReadonlySet<FieldType> = new Set(['image', 'image-list'])
/** Field types that a line of text cannot express. */
const UNSAID: ReadonlySet<FieldType> = new Set([...PICTURES, 'file-list', 'object', 'object-list', 'mobile'])
const TEXTS: ReadonlySet<FieldType> = new Set(['long-text', 'rich-text', 'text'])

interface SharedView {
  readonly heading: string
  readonly body: readonly Column[]
  readonly base: Pick<PageBase, 'id' | 'access'>
  readonly source: Source
}

export function shareOf(
  at: PagePlace,
  written: WrittenDetailPage['share'],
  shown: SharedView,
): { readonly share?: Share } {
  const { type } = at
  const here = at.at('share')
  if (!type) {
    if (written) here.report('share_type', { key: true })
    return {}
  }
  for (const key of ['title', 'description', 'image'] as const)
    checkShareText(here.at(key), type, written?.[key], key === 'image')
  const title = written?.title ?? `{item.${shown.heading}}`
  const first = shown.body.find(({ field }) => TEXTS.has(field.type) && isOpen(field))
  const description = written?.description ?? (first ? `{item.${first.field.name}}` : '')
  const image = written?.image ?? pictureOf(type)
  return {
    share: {
      title,
      description,
      ...(image ? { image } : {}),
      fields: fieldsOf(type, `${title} ${description} ${image ?? ''}`),
      ...(isForAll(at.compilation, type, shown) ? { type: type.name } : {}),
    },
  }
}

const isOpen = ({ visible, system }: Field): boolean => visible === undefined && !system
/** `companyIdTitle` says what the field `companyId` refers to. */
const named = (fields: readonly Field[], name: string): Field | undefined =>
  fields.find((field) => field.name === name) ??
  fields.find((field) => (field.ref ?? field.refBy) !== undefined && `${field.name}Title` === name)

function pictureOf({ fields, picture }: ContentType): string | undefined {
  const field =
    fields.find(({ name }) => name === picture?.field) ??
    fields.find((one) => PICTURES.has(one.type) && isOpen(one))
  return field && `{item.${field.name}}`
}

function fieldsOf({ fields }: ContentType, text: string): Share['fields'] {
  const names = placeholdersOf(text).map((path) => path.replace(/^item\./, ''))
  return [...new Set(names)].flatMap((name) => {
    const field = fields.find((one) => one.name === name)
    if (!field) return []
    const { type, dict, unit } = field
    return [{ name, type, ...(dict ? { dict } : {}), ...(unit ? { unit } : {}) }]
  })
}

function checkShareText(
  at: PagePlace,
  { fields }: ContentType,
  text: string | undefined,
  isPicture: boolean,
): void {
  if (text === undefined) return
  checkPlaceholders(at.with({ roots: ['item'] }), text)
  for (const name of placeholdersOf(text).map((one) => one.replace(/^item\./, ''))) {
    const field = named(fields, name)
    if (!field) continue
    if (field.visible !== undefined) at.report('share_private', { found: name })
    if (isPicture ? !PICTURES.has(field.type) : UNSAID.has(field.type))
      at.report(isPicture ? 'share_field.picture' : 'share_field.text', {
        found: field.type,
        name,
        pictures: [...PICTURES],
      })
  }
}

function isListedForAll({ operationsOf }: CompileContext, { name }: ContentType): boolean {
  const own = operationsOf.get(name) ?? []
  return own.some(({ content, access }) => content?.action === 'list' && access.includes('anyone'))
}

/** The page of its type, whose items everybody may list and read. */
function isForAll(compilation: CompileContext, type: ContentType, { base, source }: SharedView): boolean {
  return (
    base.access.includes('anyone') &&
    type.disclosure === undefined && // who reads it depends on who asks
    publicStates(type.lifecycle).length > 0 &&
    compilation.details.get(type.name)?.id === base.id &&
    /^\{query\.\w+\}$/.test(String(source.params.id)) &&
    isListedForAll(compilation, type)
  )
}

interface Listed {
  readonly base: Pick<PageBase, 'access' | 'params'>
  readonly source: Source
  readonly type: ContentType | undefined
  readonly open?: Link | undefined
  /** `false` where the page's file says that there is none. */
  readonly written?: false | undefined
}

/** Returns true if everybody opens the page and reads its source. */
function isPublic({ operations }: CompileContext, { base, source }: Listed): boolean {
  return (
    base.access.includes('anyone') && operations.get(source.operation)?.access.includes('anyone') === true
  )
}

/** A list that asks for something first, or that not everybody reads, is nothing to subscribe to. */
export function feedOf(compilation: CompileContext, list: Listed): { readonly feed?: Feed } {
  const { base, type, open, written } = list
  const needs = Object.values(base.params).some(({ required }) => required)
  if (written === false || !isPublic(compilation, list) || needs || !type || !open || open.pages) return {}
  return { feed: type.calendar ? { calendar: true } : {} }
}

/** Returns the calendar of the one item that a page shows, where its events can be added to a calendar. */
export function itemCalendarOf(
  compilation: CompileContext,
  item: Listed,
): { readonly calendar?: readonly string[] } {
  const { calendar } = item.type ?? {}
  return isPublic(compilation, item) && calendar ? { calendar: calendar.map(({ from }) => from) } : {}
}
