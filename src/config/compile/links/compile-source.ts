// Compiles sources: the calls by which a page reads and writes, with the parameters and placeholders that they take.

import { checkInputValues } from '#config/compile/common/check-input-values.ts'
import { isMiswritten, toBracesMessage } from '#config/compile/common/placeholder-syntax.ts'
import { USER } from '#config/compile/conditions/condition-user-schema.ts'
import { itemNames } from '#config/compile/conditions/item-properties.ts'
import { checkZoneCategory } from '#config/compile/site/check-colors.ts'
import type { WrittenSource } from '#config/generated/written.ts'
import type { Code } from '#config/load/codes.ts'
import type { Report } from '#config/load/context.ts'
import { describeLocation, type Path } from '#config/load/document.ts'
import { placeAt } from '#config/load/place.ts'
import { ROOTS } from '#shared/expressions/condition.ts'
import { placeholdersOf } from '#shared/expressions/placeholder.ts'
import type { Json, JsonSchema } from '#shared/model/json.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import type { Source } from '#shared/model/page-model.ts'
import { checkAnsweredFields } from './check-answered-fields.ts'
import { checkRead } from './check-item-type.ts'
import { checkDataType } from './check-matching-type.ts'
import type { CompileContext, PageContext, WrittenPageHead } from './compile-context.ts'

const ZONE_NAMES: readonly string[] = ['category', 'title', 'path']

export function checkPlaceholders(place: PageContext, path: Path, value: unknown): void {
  if (typeof value !== 'string') return
  const here = placeAt(place, path)
  if (value.includes('{')) here.context.filled.add(describeLocation(place.document, path))
  if (isMiswritten(value)) here.report('placeholder_written', toBracesMessage(value), { found: value })
  for (const written of value.match(/\{[^{}]*\}/g) ?? []) {
    const report = findMisread(place, written)
    if (report) here.context.report(here.document, here.path, report)
    else checkItemName(place, path, written)
  }
}

/** Why a placeholder reads nothing; undefined where it may. */
function findMisread({ roots, head }: PageContext, written: string): Report | undefined {
  const inner = written.slice(1, -1)
  const [root, name] = inner.split('.')
  const unknown = (slug: Code, message: string, found: string, known: readonly string[]): Report => ({
    slug,
    message,
    found,
    known,
  })
  if (
    placeholdersOf(written).length === 0 ||
    !root ||
    !name ||
    !(roots.includes(root) || (ROOTS as readonly string[]).includes(root))
  ) {
    const message = `占位符“${written}”无效，应写作 {根.字段}，根可用：${roots.join('、')}`
    return unknown('placeholder_unknown', message, root ?? inner, roots)
  }
  if (!roots.includes(root))
    return unknown('placeholder_root', `此处不能使用“${root}”，可用：${roots.join('、')}`, root, roots)
  const params = Object.keys(head.params)
  if ((root === 'query' || root === 'params') && !params.includes(name))
    return unknown('placeholder_param', `页面没有声明参数“${name}”，请写入 params`, name, params)
  if (root === 'zone' && !ZONE_NAMES.includes(name))
    return unknown('placeholder_param', `专区没有“${name}”`, name, ZONE_NAMES)
  if (root === 'user' && !Object.hasOwn(USER, name)) {
    const message = `用户没有“${name}”，占位符“${written}”始终为空`
    return unknown('placeholder_field', message, name, Object.keys(USER))
  }
  return undefined
}

/** Of `written`, a placeholder: the record has what it reads of `item`. */
function checkItemName(place: PageContext, path: Path, written: string): void {
  const [, name] = /^\{item\.([^.}]*)/.exec(written) ?? []
  const { record } = place
  const names = name === undefined || !record ? undefined : itemNames(record)
  if (!names || name === undefined) return
  if (names.includes(name)) checkAnsweredFields(place, [{ path, name, title: written }])
  else
    placeAt(place, path).report(
      'placeholder_field',
      `“${record?.title}”没有“${name}”，占位符“${written}”始终为空`,
      { found: name, known: names },
    )
}

export function compileSource(
  place: PageContext,
  path: Path,
  written: WrittenSource | undefined,
): Source | null {
  if (written === undefined) return null
  const here = placeAt(place, path)
  const { operation: id, params = {}, body } = typeof written === 'string' ? { operation: written } : written
  const at = typeof written === 'string' ? here : here.at('operation')
  const operation = at.find('operation', '操作', id, place.compilation.operations)
  if (!operation) return null
  checkSourceParams(place, [...path, 'params'], operation, params)
  for (const name of (operation.params.required as string[] | undefined) ?? []) {
    const [, root, own = ''] = /^\{(query|params)\.(\w+)\}$/.exec(String(params[name])) ?? []
    if (
      root !== undefined &&
      path.length === 1 &&
      operation.method === 'GET' &&
      place.head.params[own]?.required === false
    )
      here
        .in(['params', own, 'required'])
        .report(
          'param_optional',
          `页面须用参数“${own}”读取内容，该参数却不是必需的：请写 "required": true${path[0] === 'check' ? `；若可在表单中选择，check 请写 {form.${own}}，选定后再查询` : ''}`,
          { found: own },
        )
    if (!Object.hasOwn(params, name) && operation.method === 'GET')
      here.report('param_missing', `操作“${id}”需要参数“${name}”`, { expected: name })
  }
  if (typeof written !== 'string') checkRead(place, path, operation, params.id)
  checkDataType(place, [...path, 'params'], params)
  if (body) checkDataType(place, [...path, 'body'], body)
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

/** A receiver of values: a call, its body, or a page. */
interface Taker {
  /** The names of its parameters. */
  readonly known: readonly string[]
  readonly schemaOf: (name: string) => JsonSchema | undefined
  /** A parameter of it in messages. */
  readonly titleOf: (name: string) => string
  readonly slug: Code
  /** Says that it has no such parameter. */
  readonly refuse: (name: string) => string
  readonly inAddress: boolean
}

/** Checks the values passed to `taker`; `path` is that of the values. */
function checkGiven(
  place: PageContext,
  path: Path,
  values: Readonly<Record<string, Json>>,
  { known, schemaOf, titleOf, slug, refuse, inAddress }: Taker,
): void {
  for (const [name, value] of Object.entries(values)) {
    const here = placeAt(place, [...path, name])
    if (!known.includes(name)) here.report(slug, refuse(name), { found: name, known, key: true })
    checkPlaceholders(place, here.path, value)
    checkInputValues(here, titleOf(name), schemaOf(name), value, inAddress)
  }
}

const propertiesOf = (schema: JsonSchema | undefined) =>
  (schema?.properties ?? {}) as Readonly<Record<string, JsonSchema>>

/** Checks the parameters passed to a call; `path` is the path of the parameters. */
export function checkSourceParams(
  place: PageContext,
  path: Path,
  { id, params: schema }: Operation,
  params: Readonly<Record<string, Json>>,
): void {
  const taken = propertiesOf(schema)
  for (const [name, value] of Object.entries(params))
    checkZoneCategory(placeAt(place, []), taken[name], value)
  checkGiven(place, path, params, {
    known: Object.keys(taken),
    schemaOf: (name) => taken[name],
    titleOf: (name) => `操作“${id}”的参数“${name}”`,
    slug: 'param_unknown',
    refuse: (name) => `操作“${id}”没有参数“${name}”`,
    inAddress: true,
  })
}

function checkBody(
  place: PageContext,
  path: Path,
  { id, body: schema }: Operation,
  body: Readonly<Record<string, Json>>,
): void {
  const taken = propertiesOf(schema)
  checkGiven(place, path, body, {
    known: Object.keys(taken),
    schemaOf: (name) => taken[name],
    titleOf: (name) => `操作“${id}”的“${name}”`,
    slug: 'param_unknown',
    refuse: (name) => `操作“${id}”的内容没有“${name}”`,
    inAddress: false,
  })
}

export function checkParams(
  place: PageContext,
  path: Path,
  target: WrittenPageHead,
  params: Readonly<Record<string, Json>>,
): void {
  checkGiven(place, [...path, 'params'], params, {
    known: Object.keys(target.params),
    schemaOf: (name) => findParameterSchema(place.compilation, target, name),
    titleOf: (name) => `页面“${target.id}”的参数“${name}”`,
    slug: 'page_link_param',
    refuse: (name) => `页面“${target.id}”不接受参数“${name}”`,
    inAddress: true,
  })
  for (const [name, { required }] of Object.entries(target.params))
    if (required && !Object.hasOwn(params, name))
      placeAt(place, path).report('page_link_param', `链接到页面“${target.id}”缺少必需的参数“${name}”`, {
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
