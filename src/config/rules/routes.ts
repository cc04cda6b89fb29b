// Owns the rules over addresses: unique page routes and operations, none shadowed by another.
import type { Operation } from '../../shared/model.ts'
import type { PageHead } from '../compile/scope.ts'
import type { Context } from '../context.ts'
import type { Document } from '../document.ts'

export interface Placed<T> {
  readonly document: Document
  readonly path: readonly (string | number)[]
  readonly value: T
}

/** Parameters told apart only by position. */
const shape = (path: string) => path.replace(/\{[^}]+\}/g, '{}').replace(/\/:[^/?]+\??/g, '/:')

export function checkRoutes(context: Context, pages: readonly Placed<PageHead>[]): void {
  const taken = new Map<string, string>()
  for (const { document, path, value } of pages) {
    const key = shape(value.path).replace(/\/:$/, '')
    const other = taken.get(key)
    if (other !== undefined)
      context.report(document, path, {
        slug: 'route_duplicate',
        message: `地址“${value.path}”已被页面“${other}”使用`,
        found: value.path,
      })
    else taken.set(key, value.id)
    const names = [...value.path.matchAll(/:([A-Za-z]\w*)/g)].map((match) => match[1] as string)
    if (new Set(names).size !== names.length)
      context.report(document, path, { slug: 'route_param_duplicate', message: `地址“${value.path}”中的参数重名` })
    if (/:(?![A-Za-z])/.test(value.path) || /\?(?!$)/.test(value.path))
      context.report(document, path, { slug: 'route_format', message: `地址“${value.path}”中的参数写法不对，应为 /:名字 或 /:名字?` })
  }
}

export function checkOperations(context: Context, operations: readonly Placed<Operation>[]): void {
  const taken = new Map<string, string>()
  for (const { document, path, value } of operations) {
    const key = `${value.method} ${shape(value.path)}`
    const other = taken.get(key)
    if (other !== undefined)
      context.report(document, path, {
        slug: 'endpoint_duplicate',
        message: `接口“${value.method} ${value.path}”已被“${other}”使用`,
        found: value.path,
      })
    else taken.set(key, value.id)
    const inPath = [...value.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
    const known = Object.keys((value.params.properties as object | undefined) ?? {})
    for (const name of inPath)
      if (!known.includes(name))
        context.report(document, path, {
          slug: 'endpoint_param',
          message: `接口地址中的参数“${name}”没有定义`,
          found: name,
          known,
        })
  }
}
