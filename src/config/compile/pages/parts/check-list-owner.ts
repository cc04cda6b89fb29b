// Owns the rule that a list is of whom its title says: the reader's own items, those that he received, or what another call is called.

import { groupOf, type Place } from '#config/compile/links/compile-context.ts'
import type { Path } from '#config/load/document.ts'
import { type Audience, isRelation } from '#shared/access/roles.ts'
import type { ContentType, Operation } from '#shared/model/content-model.ts'
import type { Source } from '#shared/model/page-model.ts'

/** What titles call the reader's own, and what was handed in to him. */
const SAID = {
  mine: /^我(?:的|创建|提交|发布|申请|参与)/,
  received: /收到/,
} as const
type Whose = keyof typeof SAID
const MEANT: Readonly<Record<Whose, string>> = { mine: '本人的内容', received: '收到的内容' }

const isAsked = (value: unknown): boolean => value === true || value === 'true'

/** `path` is that of the source. */
export function checkWhose(
  { world, document }: Place,
  path: Path,
  title: string,
  source: Pick<Source, 'operation' | 'params'>,
): void {
  const operation = world.operations.get(source.operation)
  if (!operation || document.isMade) return
  const { content } = operation
  if (!content) {
    checkCalled({ world, document }, path, title, operation)
    return
  }
  const said = (Object.keys(SAID) as Whose[]).find((whose) => SAID[whose].test(title))
  const takes = (whose: Whose) =>
    Object.hasOwn((operation.params.properties ?? {}) as object, whose) || content.fixed[whose] !== undefined
  const is = (whose: Whose) => isAsked(source.params[whose]) || isAsked(content.fixed[whose])
  const other = (Object.keys(SAID) as Whose[]).find((whose) => is(whose))
  if (said === undefined || content.action !== 'list' || is(said) || !(takes(said) || other)) return
  if (!other && said === 'mine' && !isShared(world.contentTypes.get(content.type))) return
  world.context.report(
    document,
    other && source.params[other] !== undefined ? [...path, 'params', other] : path,
    {
      slug: 'list_whose',
      warning: true,
      message: `“${title}”说的是${MEANT[said]}，“${operation.id}”在这里列出的却是${other ? MEANT[other] : '所有人的'}：${takes(said) ? `请在 params 中写 "${said}": true` : '请换用列出它的操作'}`,
      found: other ?? '',
      expected: said,
    },
  )
}

const EVERYBODY: readonly Audience[] = ['anyone', 'registered', 'participant']

/** Whether people read others' items as well, apart from whoever looks after them all. */
function isShared(type: ContentType | undefined): boolean {
  const readers = Object.values(type?.lifecycle.states ?? {}).map((state) => state.readers ?? EVERYBODY)
  return readers.flat().some((one) => EVERYBODY.includes(one) || (one !== 'owner' && isRelation(one)))
}

/** A list bears the name of another call of the same group. */
function checkCalled(
  { world, document }: Pick<Place, 'world' | 'document'>,
  path: Path,
  title: string,
  { id, summary, method }: Operation,
): void {
  if (summary === title) return
  const beside = world.operationsOf.get(groupOf({ id })) ?? []
  const meant = beside.find((one) => one.summary === title && one.method === method && !one.writes)
  if (!meant) return
  world.context.report(document, path, {
    slug: 'list_called',
    warning: true,
    message: `“${title}”是“${meant.id}”的名称，这里读取的却是“${summary}”（${id}）`,
    found: id,
    expected: meant.id,
  })
}
