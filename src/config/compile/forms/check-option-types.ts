// Checks that a content type named in a widget's options offers the features and calls that the widget uses.

import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import { type Audience, isInAudience, isRelation, toRoleCaller } from '#shared/access/roles.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Operation } from '#shared/model/operation-model.ts'

/** The key by which a widget's schema says of an option marked `x-content-type` what the type's file has to write. */
const HAS = 'x-has'
/** The key by which a widget's schema declares the calls of the type that each user of the page makes there. */
const CALLS = 'x-calls'

type Schema = Readonly<Record<string, unknown>> | undefined

interface CheckContext {
  readonly compilation: {
    readonly context: Context
    readonly contentTypes: ReadonlyMap<string, ContentType>
    readonly operations: ReadonlyMap<string, Operation>
  }
  readonly document: Document
  readonly access?: readonly Audience[]
}

/** `path` is that of the type's name. */
export function checkOptionTypes(place: CheckContext, path: Path, type: string, schema: Schema): void {
  if (checkHas(place, path, type, schema)) checkCalled(place, path, type, schema)
}

function checkCalled(
  { compilation, document, access }: CheckContext,
  path: Path,
  name: string,
  schema: Schema,
): void {
  const { operations = {} } = compilation.contentTypes.get(name) ?? {}
  const operation = Object.values(operations)
    .map((id) => compilation.operations.get(id))
    .find((one) => one?.content?.action === schema?.[CALLS])
  if (!access || !operation) return
  const kept = compilation.context.roles.filter(
    (role) => isInAudience(toRoleCaller(role), access) && !isInAudience(toRoleCaller(role), operation.access),
  )
  if (kept.length === 0 || operation.access.some(isRelation)) return
  compilation.context.report(document, path, {
    slug: 'type_calls',
    message: `${kept.map(({ title }) => title).join('、')}能打开该页面，却不能使用“${operation.id}”：请将页面的 access 改为与该操作一致（${operation.access.join('、')}）`,
    found: name,
    expected: operation.access.join(', '),
  })
}

/** Checks that the file of the content type declares the property that the option needs; returns true if it does. */
function checkHas(
  { compilation: { context }, document }: CheckContext,
  path: Path,
  type: string,
  schema: Schema,
): boolean {
  const key = schema?.[HAS]
  const types = context.of('content')
  const isAble = (name: string) =>
    typeof key === 'string' &&
    (types.get(name)?.value as Readonly<Record<string, unknown>> | undefined)?.[key] !== undefined
  if (typeof key !== 'string' || isAble(type)) return true
  const known = [...types.keys()].filter(isAble)
  context.report(document, path, {
    slug: 'type_unable',
    message: `内容类型“${type}”没有写 ${key}，不能用于此处${known.length > 0 ? `，可用的有：${known.join('、')}` : ''}`,
    found: type,
    ...(known[0] === undefined ? {} : { expected: known[0] }),
  })
  return false
}
