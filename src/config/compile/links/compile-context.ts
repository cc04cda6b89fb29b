// Declares the context of compiling a page: the names it may refer to. Resolves sources and links.

import { checkInputValues } from '#config/compile/common/check-input-values.ts'
import { isMiswritten, toBracesMessage } from '#config/compile/common/placeholder-syntax.ts'
import { USER } from '#config/compile/conditions/condition-user-schema.ts'
import { itemNames } from '#config/compile/conditions/item-properties.ts'
import type { RecordType } from '#config/compile/fields/record-type.ts'
import { checkZoneCategory } from '#config/compile/site/check-zone.ts'
import type { WrittenSource } from '#config/generated/written.ts'
import type { Context } from '#config/load/context.ts'
import { type Document, describeLocation, type Path } from '#config/load/document.ts'
import { Place } from '#config/load/place.ts'
import type { Audience } from '#shared/access/roles.ts'
import { type Condition, ROOTS } from '#shared/expressions/condition.ts'
import { placeholdersOf } from '#shared/expressions/placeholder.ts'
import type { ContentType, FormModel } from '#shared/model/content-model.ts'
import type { Json, JsonSchema } from '#shared/model/json.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import type { PageKind, Source, Surface } from '#shared/model/page-model.ts'
import { type AnsweredFields, checkAnsweredFields } from './check-answered-fields.ts'
import { checkRead } from './check-item-type.ts'
import { checkDataType } from './check-matching-type.ts'

export interface WrittenPageHead {
  readonly id: string
  readonly kind: PageKind
  /** Written as a zone's file. */
  readonly isZone?: true
  readonly path: string
  readonly title: string
  /** The audience that may open the page. */
  readonly access: readonly Audience[]
  readonly params: Readonly<Record<string, { readonly required: boolean }>>
  readonly parent?: string
  /** As its file says; pages below it follow. */
  readonly surface?: Surface
  /** Of a page that shows one item: the operation that reads it, and who opens the page. */
  readonly shows?: { readonly operation: string; readonly access: readonly Audience[] }
  /** Of a list: the operation that reads it. */
  readonly lists?: string
  /** Of a page that compares: how many items at most. */
  readonly max?: number
}

export interface CompileContext {
  readonly context: Context
  readonly contentTypes: ReadonlyMap<string, ContentType>
  readonly forms: ReadonlyMap<string, FormModel>
  readonly operations: ReadonlyMap<string, Operation>
  /** By what their ids begin with: a content type, or a group of others. */
  readonly operationsOf: ReadonlyMap<string, readonly Operation[]>
  readonly pages: ReadonlyMap<string, WrittenPageHead>
  readonly pagesByTitle: ReadonlyMap<string, readonly WrittenPageHead[]>
  /** Pages that list items, by content type. */
  readonly listsOf: ReadonlyMap<string, readonly WrittenPageHead[]>
  /** Of each page whether the menu shows it; empty where there is no menu. */
  readonly inMenu: ReadonlyMap<string, boolean>
  /** The page that shows one item to everybody, by content type. */
  readonly details: ReadonlyMap<string, WrittenPageHead>
}

export const operationGroup = ({ id }: Pick<Operation, 'id'>): string => id.slice(0, id.indexOf('.'))

/** The page being compiled: where it is written, and the roots and parameters its placeholders may use. */
export interface PageContext {
  readonly compilation: CompileContext
  readonly document: Document
  readonly head: WrittenPageHead
  /** The roots with which placeholders may begin. */
  readonly roots: readonly string[]
  /** The type of `item`, where it is known. */
  readonly record?: RecordType | undefined
  /** The few fields of it that its call answers, where it does not answer all. */
  readonly answers?: AnsweredFields | undefined
  /** The audience that may open the page, where it is known. */
  readonly access?: readonly Audience[]
  /** The conditions under which the surrounding part is shown. */
  readonly shownWhen?: readonly Condition[]
  /** The record, where it is content. */
  readonly type?: ContentType | undefined
}

export const ROOTS_OF_PAGES: readonly string[] = ['query', 'params', 'user']
export const ROOTS_OF_ITEMS: readonly string[] = [...ROOTS_OF_PAGES, 'item']

/** Adds the root `item`, for parts with one item: a row, a card, the item that a page shows. */
export const withItem = (place: PageContext): PageContext =>
  place.roots.includes('item') ? place : { ...place, roots: [...place.roots, 'item'] }

export function checkPlaceholders(place: PageContext, path: Path, value: unknown): void {
  if (typeof value !== 'string') return
  const { context } = place.compilation
  if (value.includes('{')) context.filled.add(describeLocation(place.document, path))
  if (isMiswritten(value))
    context.report(place.document, path, {
      slug: 'placeholder_written',
      message: toBracesMessage(value),
      found: value,
    })
  for (const written of value.match(/\{[^{}]*\}/g) ?? []) {
    const inner = written.slice(1, -1)
    const [root, name] = inner.split('.')
    const { roots } = place
    if (
      placeholdersOf(written).length === 0 ||
      !root ||
      !name ||
      !(roots.includes(root) || (ROOTS as readonly string[]).includes(root))
    )
      context.report(place.document, path, {
        slug: 'placeholder_unknown',
        message: `占位符“${written}”无效，应写作 {根.字段}，根可用：${roots.join('、')}`,
        found: root ?? inner,
        known: roots,
      })
    else if (!roots.includes(root))
      context.report(place.document, path, {
        slug: 'placeholder_root',
        message: `此处不能使用“${root}”，可用：${roots.join('、')}`,
        found: root,
        known: roots,
      })
    else if ((root === 'query' || root === 'params') && !Object.hasOwn(place.head.params, name))
      context.report(place.document, path, {
        slug: 'placeholder_param',
        message: `页面没有声明参数“${name}”，请写入 params`,
        found: name,
        known: Object.keys(place.head.params),
      })
    else if (root === 'zone' && !['category', 'title', 'path'].includes(name))
      context.report(place.document, path, {
        slug: 'placeholder_param',
        message: `专区没有“${name}”`,
        found: name,
        known: ['category', 'title', 'path'],
      })
    else if (root === 'item') checkItemName(place, path, written, name)
    else if (root === 'user' && !Object.hasOwn(USER, name))
      context.report(place.document, path, {
        slug: 'placeholder_field',
        message: `用户没有“${name}”，占位符“${written}”始终为空`,
        found: name,
        known: Object.keys(USER),
      })
  }
}

function checkItemName(place: PageContext, path: Path, written: string, name: string): void {
  const { compilation, document, record } = place
  const names = record && itemNames(record)
  if (!names || names.includes(name)) {
    if (names) checkAnsweredFields(place, [{ path, name, title: written }])
    return
  }
  compilation.context.report(document, path, {
    slug: 'placeholder_field',
    message: `“${record.title}”没有“${name}”，占位符“${written}”始终为空`,
    found: name,
    known: names,
  })
}

export function compileSource(
  place: PageContext,
  path: Path,
  written: WrittenSource | undefined,
): Source | null {
  if (written === undefined) return null
  const { compilation, document } = place
  const id = typeof written === 'string' ? written : written.operation
  const at = typeof written === 'string' ? path : [...path, 'operation']
  if (!compilation.context.refers(document, at, 'operation', '操作', id, compilation.operations)) return null
  const operation = compilation.operations.get(id) as Operation
  const params = typeof written === 'string' ? {} : (written.params ?? {})
  checkSourceParams(place, [...path, 'params'], operation, params)
  for (const name of (operation.params.required as string[] | undefined) ?? []) {
    const [, root, own = ''] = /^\{(query|params)\.(\w+)\}$/.exec(String(params[name])) ?? []
    if (
      root !== undefined &&
      path.length === 1 &&
      operation.method === 'GET' &&
      place.head.params[own]?.required === false
    )
      compilation.context.report(document, ['params', own, 'required'], {
        slug: 'param_optional',
        message: `页面须用参数“${own}”读取内容，该参数却不是必需的：请写 "required": true${path[0] === 'check' ? `；若可在表单中选择，check 请写 {form.${own}}，选定后再查询` : ''}`,
        found: own,
      })
    if (!Object.hasOwn(params, name) && operation.method === 'GET')
      compilation.context.report(document, path, {
        slug: 'param_missing',
        message: `操作“${id}”需要参数“${name}”`,
        expected: name,
      })
  }
  if (typeof written !== 'string') checkRead(place, path, operation, params.id)
  checkDataType(place, [...path, 'params'], params)
  const body = typeof written === 'string' ? undefined : written.body
  checkDataType(place, [...path, 'body'], body ?? {})
  if (body) checkBody(place, [...path, 'body'], operation, body)
  return {
    operation: id,
    method: operation.method,
    path: operation.path,
    params,
    ...(body ? { body } : {}),
    ...(operation.personal ? { personal: true } : {}),
  }
}

/** Checks the parameters passed to a call; `path` is the path of the parameters. */
export function checkSourceParams(
  place: PageContext,
  path: Path,
  operation: Operation,
  params: Readonly<Record<string, Json>>,
): void {
  const { context } = place.compilation
  const taken = (operation.params.properties ?? {}) as Readonly<Record<string, JsonSchema>>
  const known = Object.keys(taken)
  for (const [name, value] of Object.entries(params)) {
    const given = { context, document: place.document, path: [...path, name] }
    checkInputValues({ ...given, title: `操作“${operation.id}”的参数“${name}”` }, taken[name], value, true)
    checkZoneCategory(new Place(context, place.document), taken[name], value)
    if (!known.includes(name))
      context.report(place.document, [...path, name], {
        slug: 'param_unknown',
        message: `操作“${operation.id}”没有参数“${name}”`,
        found: name,
        known,
        key: true,
      })
    checkPlaceholders(place, [...path, name], value)
  }
}

function checkBody(
  place: PageContext,
  path: Path,
  operation: Operation,
  body: Readonly<Record<string, Json>>,
): void {
  const taken = (operation.body?.properties ?? {}) as Readonly<Record<string, JsonSchema>>
  const known = Object.keys(taken)
  for (const [name, value] of Object.entries(body)) {
    const given = { context: place.compilation.context, document: place.document, path: [...path, name] }
    checkInputValues({ ...given, title: `操作“${operation.id}”的“${name}”` }, taken[name], value, false)
    if (!known.includes(name))
      place.compilation.context.report(place.document, [...path, name], {
        slug: 'param_unknown',
        message: `操作“${operation.id}”的内容没有“${name}”`,
        found: name,
        known,
        key: true,
      })
    checkPlaceholders(place, [...path, name], value)
  }
}

export function checkParams(
  place: PageContext,
  path: Path,
  target: WrittenPageHead,
  params: Readonly<Record<string, Json>>,
): void {
  const { compilation, document } = place
  for (const [name, value] of Object.entries(params)) {
    if (!Object.hasOwn(target.params, name))
      compilation.context.report(document, [...path, 'params', name], {
        slug: 'page_link_param',
        message: `页面“${target.id}”不接受参数“${name}”`,
        found: name,
        known: Object.keys(target.params),
        key: true,
      })
    checkPlaceholders(place, [...path, 'params', name], value)
    checkInputValues(
      {
        context: compilation.context,
        document,
        path: [...path, 'params', name],
        title: `页面“${target.id}”的参数“${name}”`,
      },
      findParameterSchema(compilation, target, name),
      value,
      true,
    )
  }
  for (const [name, { required }] of Object.entries(target.params))
    if (required && !Object.hasOwn(params, name))
      compilation.context.report(document, path, {
        slug: 'page_link_param',
        message: `链接到页面“${target.id}”缺少必需的参数“${name}”`,
        expected: name,
      })
}

/**
 * Returns the schema of a page's parameter: the source's parameter to which the page passes it, the filter of a list,
 * or the field of a form that it fills.
 */
export function findParameterSchema(
  compilation: CompileContext,
  { id }: { readonly id: string },
  name: string,
): JsonSchema | undefined {
  const written = compilation.context.of('page').get(id)?.value as
    | { readonly kind?: unknown; readonly source?: WrittenSource; readonly form?: unknown }
    | undefined
  if (written?.kind === 'form') {
    const { properties } = compilation.forms.get(String(written.form))?.schema ?? {}
    return (properties as Readonly<Record<string, JsonSchema>> | undefined)?.[name]
  }
  if (written?.source === undefined) return undefined
  const { operation = written.source, params = {} } =
    typeof written.source === 'string' ? {} : (written.source as Exclude<WrittenSource, string>)
  const properties = (compilation.operations.get(String(operation))?.params.properties ?? {}) as Readonly<
    Record<string, JsonSchema>
  >
  // A page may pass its parameter on to its source under another name.
  const forwarded = Object.entries(params).find(([, value]) =>
    [`{query.${name}}`, `{params.${name}}`].includes(String(value)),
  )
  if (forwarded) return properties[forwarded[0]]
  return written.kind === 'list' ? properties[name] : undefined
}
