// Checks that a list contains the items that its title names: the user's own, those received, or those of another
// call.

import { operationGroup, type PagePlace } from '#config/compile/links/compile-context.ts'
import { type Audience, isRelation } from '#shared/access/roles.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import type { Source } from '#shared/model/page-model.ts'

/** Patterns of titles that name the user's own items, and the items submitted to the user. */
const SAID = {
  mine: /^我(?:的|创建|提交|发布|申请|参与)/,
  received: /收到/,
} as const
type OwnerFilter = keyof typeof SAID
const MEANT: Readonly<Record<OwnerFilter, string>> = { mine: '本人的内容', received: '收到的内容' }

const isEnabled = (value: unknown): boolean => value === true || value === 'true'

/** `at` is that of the source. */
export function checkListOwner(
  at: PagePlace,
  title: string,
  source: Pick<Source, 'operation' | 'params'>,
): void {
  const operation = at.compilation.operations.get(source.operation)
  if (!operation || at.document.isMade) return
  const { content } = operation
  if (!content) {
    checkCalled(at, title, operation)
    return
  }
  const filters = Object.keys(SAID) as OwnerFilter[]
  const mentioned = filters.find((filter) => SAID[filter].test(title))
  const takes = (filter: OwnerFilter) =>
    Object.hasOwn((operation.params.properties ?? {}) as object, filter) ||
    content.fixed[filter] !== undefined
  const is = (filter: OwnerFilter) => isEnabled(source.params[filter]) || isEnabled(content.fixed[filter])
  const other = filters.find((filter) => is(filter))
  if (mentioned === undefined || content.action !== 'list' || is(mentioned) || !(takes(mentioned) || other))
    return
  if (!other && mentioned === 'mine' && !isShared(at.compilation.contentTypes.get(content.type))) return
  const isGiven = other && source.params[other] !== undefined
  at.at(...(isGiven ? ['params', other] : [])).report('list_whose', {
    found: other ?? '',
    expected: mentioned,
    title,
    meant: MEANT[mentioned],
    operation,
    listed: other ? MEANT[other] : '所有人的内容',
    mend: takes(mentioned) ? `请在 params 中写 "${mentioned}": true` : '请换用列出这些内容的操作',
  })
}

const EVERYBODY: readonly Audience[] = ['anyone', 'registered', 'participant']

/** Returns true if users read items of others, apart from those who manage them all. */
function isShared(type: ContentType | undefined): boolean {
  const readers = Object.values(type?.lifecycle.states ?? {}).map((state) => state.readers ?? EVERYBODY)
  return readers.flat().some((one) => EVERYBODY.includes(one) || (one !== 'owner' && isRelation(one)))
}

/** A list bears the name of another call of the same group. */
function checkCalled(at: PagePlace, title: string, { id, summary, method }: Operation): void {
  if (summary === title) return
  const siblings = at.compilation.operationsOf.get(operationGroup({ id })) ?? []
  const meant = siblings.find((one) => one.summary === title && one.method === method && !one.writes)
  if (meant) at.report('list_called', { found: id, expected: meant.id, title, summary })
}
