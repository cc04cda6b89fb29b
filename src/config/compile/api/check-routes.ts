// Checks addresses: page routes and operations are unique, and none shadows another.

import type { WrittenPageHead } from '#config/compile/links/compile-context.ts'
import type { Code } from '#config/load/codes.ts'
import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import { Place } from '#config/load/place.ts'
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
  toReport: (value: T, other: T) => { slug: Code; message: string; found: string },
): void {
  const first = new Map<string, Placed<T>>()
  for (const one of placed) {
    const key = keyOf(one.value)
    const other = first.get(key)
    if (!other) first.set(key, one)
    else {
      context.report(one.document, one.path, toReport(one.value, other.value))
      context.report(other.document, other.path, toReport(other.value, one.value))
    }
  }
}

export function checkRoutes(context: Context, pages: readonly Placed<WrittenPageHead>[]): void {
  reportDuplicates(
    context,
    pages,
    (page) => shape(page.path).replace(/\/:$/, ''),
    (page, other) => ({
      slug: 'route_duplicate',
      message: `地址“${page.path}”与页面“${other.id}”重复`,
      found: page.path,
    }),
  )
  for (const { document, path, value } of pages) {
    const at = new Place(context, document, path)
    const names = [...value.path.matchAll(/:([A-Za-z]\w*)/g)].map((match) => match[1] as string)
    if (new Set(names).size !== names.length)
      at.report('route_param_duplicate', `地址“${value.path}”中有重名的参数，请改名`)
    for (const [, name = ''] of value.path.matchAll(/:([A-Za-z]\w*)(?!\w*\?)(?=\/|$)/g))
      if (!isRead(document, name))
        at.report(
          'route_param_unused',
          `地址“${value.path}”含参数“${name}”，页面却没有使用 {params.${name}}：编号请写在 ? 之后，在 params 中声明，用 {query.id} 读取`,
          { found: name },
        )
    if (/^\/:[^/]*\/?$/.test(value.path))
      at.report('route_swallows', `地址“${value.path}”会匹配任何地址：请以固定文字开头，如 /more/:page`, {
        found: value.path,
      })
    if (/:(?![A-Za-z])/.test(value.path) || /\?(?!$)/.test(value.path))
      at.report('route_format', `地址“${value.path}”中的参数写法不对，应为 /:名字 或 /:名字?`)
  }
}

const isRead = ({ value }: Document, name: string): boolean =>
  new RegExp(`[{"]params\\.${name}\\b`).test(JSON.stringify(value))

export function checkOperations(context: Context, operations: readonly Placed<Operation>[]): void {
  reportDuplicates(
    context,
    operations,
    ({ method, path }) => `${method} ${shape(path)}`,
    ({ method, path }, other) => ({
      slug: 'endpoint_duplicate',
      message: `接口“${method} ${path}”与“${other.id}”重复`,
      found: path,
    }),
  )
  for (const { document, path, value } of operations) {
    const known = Object.keys((value.params.properties as object | undefined) ?? {})
    for (const [, name = ''] of value.path.matchAll(/\{(\w+)\}/g))
      new Place(context, document, path).expect(
        known,
        name,
        'endpoint_param',
        `接口地址中的参数“${name}”没有定义`,
      )
  }
}
