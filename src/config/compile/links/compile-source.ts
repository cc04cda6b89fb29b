// Compiles sources: the calls by which a page reads and writes, with the parameters and placeholders that they take.

import { checkInputValues } from '#config/compile/common/check-input-values.ts'
import { findMiswritten } from '#config/compile/common/placeholder-syntax.ts'
import { USER } from '#config/compile/conditions/condition-user-schema.ts'
import { itemNames } from '#config/compile/conditions/item-properties.ts'
import { checkZoneCategory } from '#config/compile/site/check-colors.ts'
import type { WrittenSource } from '#config/generated/written.ts'
import type { MessageCode } from '#config/load/codes.ts'
import { describeLocation } from '#config/load/document.ts'
import { ROOTS } from '#shared/expressions/condition.ts'
import { placeholdersOf } from '#shared/expressions/placeholder.ts'
import type { Json, JsonSchema } from '#shared/model/json.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import type { Source } from '#shared/model/page-model.ts'
import { checkAnsweredFields } from './check-answered-fields.ts'
import { checkRead } from './check-item-type.ts'
import { checkDataType } from './check-matching-type.ts'
import type { CompileContext, PagePlace, WrittenPageHead } from './compile-context.ts'

const ZONE_NAMES: readonly string[] = ['category', 'title', 'path']

export function checkPlaceholders(at: PagePlace, value: unknown): void {
  if (typeof value !== 'string') return
  if (value.includes('{')) at.context.filled.add(describeLocation(at.document, at.path))
  const miswritten = findMiswritten(value)
  if (miswritten) at.report(...miswritten)
  for (const written of value.match(/\{[^{}]*\}/g) ?? [])
    if (checkPlaceholder(at, written)) checkItemName(at, written)
}

/** Reports a placeholder that reads nothing; returns true if it may read something. */
function checkPlaceholder(at: PagePlace, written: string): boolean {
  const { roots, head } = at
  const inner = written.slice(1, -1)
  const [root, name] = inner.split('.')
  const isWhole = root && name && placeholdersOf(written).length > 0
  if (!isWhole || !(roots.includes(root) || (ROOTS as readonly string[]).includes(root))) {
    at.report('placeholder_unknown', { found: root ?? inner, known: roots, written, roots })
    return false
  }
  if (!at.expect(roots, root, 'placeholder_root.roots', { roots })) return false
  if (root === 'query' || root === 'params')
    return at.expect(Object.keys(head.params), name, 'placeholder_param.page')
  if (root === 'zone') return at.expect(ZONE_NAMES, name, 'placeholder_param.zone')
  return root !== 'user' || at.expect(Object.keys(USER), name, 'placeholder_field.user', { written })
}

/** Of `written`, a placeholder: the record has what it reads of `item`. */
function checkItemName(at: PagePlace, written: string): void {
  const [, name] = /^\{item\.([^.}]*)/.exec(written) ?? []
  const { record } = at
  const names = name === undefined || !record ? undefined : itemNames(record)
  if (!names || name === undefined) return
  if (at.expect(names, name, 'placeholder_field.record', { record, written }))
    checkAnsweredFields(at, [{ path: at.path, name, title: written }])
}

export function compileSource(at: PagePlace, written: WrittenSource | undefined): Source | null {
  if (written === undefined) return null
  const { operation: id, params = {}, body } = typeof written === 'string' ? { operation: written } : written
  const named = typeof written === 'string' ? at : at.at('operation')
  const operation = named.find('operation', '操作', id, at.compilation.operations)
  if (!operation) return null
  checkSourceParams(at.at('params'), operation, params)
  if (operation.method === 'GET')
    for (const name of (operation.params.required as string[] | undefined) ?? []) {
      checkRequiredParam(at, params[name])
      if (!Object.hasOwn(params, name)) at.report('param_missing', { expected: name, id })
    }
  if (typeof written !== 'string') checkRead(at, operation, params.id)
  checkDataType(at.at('params'), params)
  if (body) {
    checkDataType(at.at('body'), body)
    checkBody(at.at('body'), operation, body)
  }
  return {
    operation: id,
    method: operation.method,
    path: operation.path,
    params,
    ...(body ? { body } : {}),
    ...(operation.personal ? { personal: true } : {}),
  }
}

/** Checks that a page whose own source needs a parameter of its address demands it. */
function checkRequiredParam(at: PagePlace, value: Json | undefined): void {
  const [, root, own = ''] = /^\{(query|params)\.(\w+)\}$/.exec(String(value)) ?? []
  if (root === undefined || at.path.length !== 1 || at.head.params[own]?.required !== false) return
  at.in(['params', own, 'required']).report('param_optional', {
    found: own,
    choice: at.path[0] === 'check' ? `；若可在表单中选择，check 请写 {form.${own}}，选定后再查询` : '',
  })
}

/** A receiver of values: a call, its body, or a page. */
interface Taker {
  /** The names of its parameters. */
  readonly known: readonly string[]
  readonly inAddress: boolean
  schemaOf(name: string): JsonSchema | undefined
  /** A parameter of it in messages. */
  titleOf(name: string): string
  /** The code where it has no such parameter. */
  readonly code: MessageCode
  readonly id: string
}

/** Checks the values passed to `taker`; `at` is that of the values. */
function checkGiven(at: PagePlace, values: Readonly<Record<string, Json>>, taker: Taker): void {
  for (const [name, value] of Object.entries(values)) {
    const here = at.at(name)
    here.expect(taker.known, name, taker.code, { key: true, id: taker.id })
    checkPlaceholders(here, value)
    checkInputValues(here, taker.titleOf(name), taker.schemaOf(name), value, taker.inAddress)
  }
}

const propertiesOf = (schema: JsonSchema | undefined) =>
  (schema?.properties ?? {}) as Readonly<Record<string, JsonSchema>>

/** Checks the parameters passed to a call; `at` is that of the parameters. */
export function checkSourceParams(
  at: PagePlace,
  { id, params: schema }: Operation,
  params: Readonly<Record<string, Json>>,
): void {
  const taken = propertiesOf(schema)
  for (const [name, value] of Object.entries(params)) checkZoneCategory(at.in([]), taken[name], value)
  checkGiven(at, params, {
    known: Object.keys(taken),
    schemaOf: (name) => taken[name],
    titleOf: (name) => `操作“${id}”的参数“${name}”`,
    code: 'param_unknown.params',
    id,
    inAddress: true,
  })
}

function checkBody(
  at: PagePlace,
  { id, body: schema }: Operation,
  body: Readonly<Record<string, Json>>,
): void {
  const taken = propertiesOf(schema)
  checkGiven(at, body, {
    known: Object.keys(taken),
    schemaOf: (name) => taken[name],
    titleOf: (name) => `操作“${id}”的“${name}”`,
    code: 'param_unknown.body',
    id,
    inAddress: false,
  })
}

/** Checks the parameters that a link passes to a page; `at` is that of the link. */
export function checkParams(
  at: PagePlace,
  target: WrittenPageHead,
  params: Readonly<Record<string, Json>>,
): void {
  checkGiven(at.at('params'), params, {
    known: [...Object.keys(target.params), ...boundsOf(at.compilation, target)],
    schemaOf: (name) => findParameterSchema(at.compilation, target.id, name),
    titleOf: (name) => `页面“${target.id}”的参数“${name}”`,
    code: 'page_link_param.unknown',
    id: target.id,
    inAddress: true,
  })
  for (const [name, { required }] of Object.entries(target.params))
    if (required && !Object.hasOwn(params, name))
      at.report('page_link_param.missing', { expected: name, id: target.id })
}

/** The ends of a list's filters by range. */
function boundsOf({ operations }: CompileContext, { lists = '', params }: WrittenPageHead): string[] {
  return Object.keys(propertiesOf(operations.get(lists)?.params)).filter((name) => {
    const [, filter] = /^(.+)(?:From|To)$/.exec(name) ?? []
    return filter !== undefined && Object.hasOwn(params, filter)
  })
}

/**
 * Returns the schema of a page's parameter: the source's parameter to which the page passes it, the filter of a list,
 * or the field of a form that it fills.
 */
export function findParameterSchema(
  { context, forms, operations }: CompileContext,
  page: string,
  name: string,
): JsonSchema | undefined {
  const written = context.of('page').get(page)?.value
  if (written?.kind === 'form') return propertiesOf(forms.get(String(written.form))?.schema)[name]
  const source = written && 'source' in written ? written.source : undefined
  if (source === undefined) return undefined
  const { operation, params = {} } = typeof source === 'string' ? { operation: source } : source
  const properties = propertiesOf(operations.get(operation)?.params)
  // A page may pass its parameter on to its source under another name.
  const forwarded = Object.entries(params).find(([, value]) =>
    [`{query.${name}}`, `{params.${name}}`].includes(String(value)),
  )
  if (forwarded) return properties[forwarded[0]]
  return written?.kind === 'list' ? properties[name] : undefined
}
