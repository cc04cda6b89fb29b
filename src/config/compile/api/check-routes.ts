// Checks addresses: page routes and operations are unique, and none shadows another.

import type { WrittenPageHead } from '#config/compile/links/compile-context.ts'
import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import { type Finding, Place } from '#config/load/place.ts'
import type { Operation } from '#shared/model/operation-model.ts'

export interface Placed<T> {
  readonly document: Document
  readonly path: readonly (string | number)[]
  readonly value: T
}

/** Returns the path of the read access of a call, from the path of its address. */
export const accessPath = ({ path }: Pick<Placed<unknown>, 'path'>): Placed<unknown>['path'] => [
  ...(path.at(-1) === 'at' ? path.slice(0, -1) : path),
  'access',
]

/** Normalizes an address: parameters count by position only, not by name. */
const shape = (path: string) => path.replace(/\{[^}]+\}/g, '{}').replace(/\/:[^/?]+\??/g, '/:')

/** Reported at both places: which of the two is new, only their author knows. */
function reportDuplicates<T>(
  context: Context,
  placed: readonly Placed<T>[],
  keyOf: (value: T) => string,
  toFinding: (value: T, other: T) => Finding,
): void {
  const first = new Map<string, Placed<T>>()
  for (const one of placed) {
    const key = keyOf(one.value)
    const other = first.get(key)
    if (!other) first.set(key, one)
    else {
      new Place(context, one.document, one.path).report(...toFinding(one.value, other.value))
      new Place(context, other.document, other.path).report(...toFinding(other.value, one.value))
    }
  }
}

export function checkRoutes(context: Context, pages: readonly Placed<WrittenPageHead>[]): void {
  reportDuplicates(
    context,
    pages,
    (page) => shape(page.path).replace(/\/:$/, ''),
    (page, other) => ['route_duplicate', { found: page.path, other }],
  )
  for (const { document, path, value } of pages) {
    const at = new Place(context, document, path)
    const names = [...value.path.matchAll(/:([A-Za-z]\w*)/g)].map((match) => match[1] as string)
    if (new Set(names).size !== names.length) at.report('route_param_duplicate', { value })
    for (const [, name = ''] of value.path.matchAll(/:([A-Za-z]\w*)(?!\w*\?)(?=\/|$)/g))
      if (!isRead(document, name)) at.report('route_param_unused', { found: name, value })
    if (/^\/:[^/]*\/?$/.test(value.path)) at.report('route_swallows', { found: value.path })
    if (/:(?![A-Za-z])/.test(value.path) || /\?(?!$)/.test(value.path)) at.report('route_format', { value })
  }
}

const isRead = ({ value }: Document, name: string): boolean =>
  new RegExp(`[{"]params\\.${name}\\b`).test(JSON.stringify(value))

export function checkOperations(context: Context, operations: readonly Placed<Operation>[]): void {
  reportDuplicates(
    context,
    operations,
    ({ method, path }) => `${method} ${shape(path)}`,
    ({ method, path }, other) => ['endpoint_duplicate', { found: path, method, other }],
  )
  for (const { document, path, value } of operations) {
    const known = Object.keys((value.params.properties as object | undefined) ?? {})
    for (const [, name = ''] of value.path.matchAll(/\{(\w+)\}/g))
      new Place(context, document, path).expect(known, name, 'endpoint_param')
  }
}
