// Checks that the users who open a page may read its sources. A problem of several pages is reported once, at the
// call.

import { accessPath, type Placed } from '#config/compile/api/check-routes.ts'
import { titlesKeptOut } from '#config/compile/roles/kept-out.ts'
import { isNeededOpen } from '#config/compile/site/compile-site.ts'
import { messageOf } from '#config/load/codes.ts'
import type { Context } from '#config/load/context.ts'
import { locatePath } from '#config/load/document.ts'
import { kindOf } from '#config/load/file-kinds.ts'
import type { Place } from '#config/load/place.ts'
import { type Audience, audienceTitle, isRelation } from '#shared/access/roles.ts'
import type { Operation } from '#shared/model/operation-model.ts'

const SLUG = 'source_access'
/** From so many titles on they are counted. */
const MANY = 6

/** Checks the readers of a source. Access that depends on the item is checked when the call is made. */
export function checkReaders(
  here: Place,
  access: readonly Audience[],
  operation: Operation | undefined,
): void {
  if (!operation || here.document.isMade || operation.access.some(isRelation)) return
  const { context } = here
  const titles = titlesKeptOut(context.roles, access, operation.access)
  if (titles.length === 0) return
  const ways = [
    `若其也应能读取，请${describeAccessFix(context, operation)}`,
    ...(here.path[0] === 'source' ? [] : ['若该区块只供有权读取者查看，请写 when']),
    ...(canClose(here)
      ? [`若整页只供有权读取者查看，请将页面的 access 改为与操作一致（${operation.access.join('、')}）`]
      : []),
  ]
  here.report('source_access.page', {
    found: operation.id,
    expected: operation.access.join(', '),
    who: listed(titles),
    readers: namesOf(context, operation),
    ways: ways.join('；'),
  })
}

const listed = (titles: readonly string[]): string =>
  titles.length > MANY
    ? `${titles.slice(0, MANY / 2).join('、')}等 ${titles.length} 类用户`
    : titles.join('、')

const namesOf = ({ roles }: Context, { access }: Operation): string =>
  [...new Set(access.map((one) => audienceTitle(roles, one)))].join('、')

/** Describes the file in which the access of an operation is declared. */
function describeAccessFix(context: Context, { id, content }: Operation): string {
  const type = content && context.of('content').get(content.type)
  const document = type ?? context.of('api').get(id.split('.')[0] ?? '')
  return document ? `在 ${document.path} 中放宽“${id}”的 access` : `放宽“${id}”的 access`
}

/** Zones are for everybody, and so is what the program itself leads visitors to. */
function canClose(here: Place): boolean {
  const { kind, id = '' } = kindOf(here.document.path) ?? {}
  return kind?.kind === 'page' && !isNeededOpen(here.context, id)
}

/** One call that several pages cannot read was narrowed, more likely than all of these were opened. */
export function foldReaders(context: Context, operations: readonly Placed<Operation>[]): void {
  const reported = context.problems.filter(({ slug }) => slug === SLUG)
  for (const { document, path, value } of operations) {
    const own = reported.filter(({ found }) => found === value.id)
    const pages = new Set(own.map(({ file }) => file))
    if (document.isMade || pages.size < 2) continue
    const others = context.problems.filter((problem) => !own.includes(problem))
    context.problems.splice(0, context.problems.length, ...others, {
      slug: SLUG,
      severity: 'error',
      file: document.path,
      ...locatePath(document, accessPath({ path })),
      message: messageOf('source_access.call', { value, readers: namesOf(context, value), pages }),
      found: value.id,
      expected: value.access.join(', '),
      also: own.map(({ file, line, column }) => ({ file, line, column })),
    })
  }
}
