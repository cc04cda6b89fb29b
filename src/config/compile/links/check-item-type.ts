// Checks that the id of an item is passed only to calls and pages of its type; others would not find it.

import { contentOf } from '#config/compile/fields/record-type.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import { type CompileContext, type PagePlace, titleOfType } from './compile-context.ts'

/** The name of an account in messages, for `{item.ownerId}`: no content type has this name. */
const ACCOUNT = '用户'
/** The action of a content type by which one item is read. */
const READS_ONE = 'info'
const OWN_ID = /^\{(query|params)\.id\}$/
const ITEM_NAME = /^\{item\.(\w+)\}$/

type Source = string | { readonly operation?: unknown; readonly params?: Readonly<Record<string, unknown>> }

/** The type of the item that a page reads by the `id` in its address; undefined where it reads none. */
export function typeById(
  { context, operations }: Pick<CompileContext, 'context' | 'operations'>,
  page: string,
): string | undefined {
  for (const kind of ['page', 'zone'] as const) {
    const written = context.of(kind).get(page)?.value as
      | { readonly source?: Source; readonly load?: Source }
      | undefined
    const source = written?.source ?? written?.load
    if (typeof source !== 'object' || !OWN_ID.test(String(source.params?.id))) continue
    const { content } = operations.get(String(source.operation)) ?? {}
    if (content?.action === READS_ONE) return content.type
  }
  return undefined
}

/** The type of the item that a written value is the number of; undefined where that is not known. */
function typeOfValue({ compilation, head, record }: PagePlace, value: unknown): string | undefined {
  if (OWN_ID.test(String(value))) return typeById(compilation, head.id)
  const name = ITEM_NAME.exec(String(value))?.[1]
  const own = contentOf(compilation, record)
  if (name === undefined || own === undefined) return undefined
  if (name === 'id') return own.name
  return name === 'ownerId' ? ACCOUNT : own.fields.find((field) => field.name === name)?.ref
}

function reportTypeMismatch(at: PagePlace, page: string, shown: string, given: string): void {
  const { compilation } = at
  const right = compilation.details.get(given)
  at.report('link_other_type', {
    found: page,
    ...(right ? { expected: right.id } : {}),
    shown: titleOfType(compilation, shown),
    given: titleOfType(compilation, given),
  })
}

/** Types of fields that never hold the id of an item. */
const NO_NUMBERS: readonly string[] = [
  ...['number', 'integer', 'boolean', 'date', 'date-time', 'dict', 'dict-list', 'region', 'mobile', 'url'],
  ...['long-text', 'rich-text', 'text-list', 'image', 'image-list', 'file-list', 'object', 'object-list'],
]

/** Returns true if a value is no id: the heading of an item, or a field whose type holds no id. */
function isNoNumber({ compilation, record }: PagePlace, value: unknown): boolean {
  const name = ITEM_NAME.exec(String(value))?.[1]
  const own = contentOf(compilation, record)
  const field = own?.fields.find((one) => one.name === name)
  return field !== undefined && (name === own?.heading || NO_NUMBERS.includes(field.type))
}

/** Of a link with an `id`; `at` is where the page is named. */
export function checkLinkedType(at: PagePlace, target: { readonly id: string }, id: unknown): void {
  const shown = typeById(at.compilation, target.id)
  const given = typeOfValue(at, id)
  if (shown !== undefined && given !== undefined && shown !== given)
    reportTypeMismatch(at, target.id, shown, given)
  else if (shown !== undefined && isNoNumber(at, id))
    at.report('link_no_number', { found: String(id), expected: '{item.id}', target })
  else if (target.id === at.head.id && OWN_ID.test(String(id)) && at.path.includes('open'))
    at.report('link_itself', { found: String(id), expected: '{item.id}' })
}

/**
 * Checks a link in the result of a submission: `{item.id}` is the id of the submitted item, or of the one that
 * existed already.
 */
export function checkAnswered(
  at: PagePlace,
  link: { readonly page: string; readonly params: Readonly<Record<string, unknown>> } | null,
  given: string | undefined,
): void {
  if (given === undefined || link?.params.id !== '{item.id}') return
  const shown = typeById(at.compilation, link.page)
  if (shown !== undefined && shown !== given) reportTypeMismatch(at.at('page'), link.page, shown, given)
}

/** Of a call that reads one item by its `id`; `at` is that of the source. */
export function checkRead(at: PagePlace, { id: operation, content }: Operation, id: unknown): void {
  const given = content?.action === READS_ONE ? typeOfValue(at, id) : undefined
  if (given === undefined || given === content?.type) return
  const ref = at.record?.fields.find((field) => field.ref === content?.type)
  at.at('params', 'id').report('source_other_type', {
    found: String(id),
    ...(ref ? { expected: `{item.${ref.name}}` } : {}),
    operation,
    read: titleOfType(at.compilation, content?.type ?? ''),
    given: titleOfType(at.compilation, given),
  })
}
