// Checks addresses and pages that migrations rename: in the end each leads to an existing page.

import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import type { Page } from '#shared/model/page-model.ts'

interface AddressChange {
  readonly document: Document
  readonly path: Path
  readonly from: string
  readonly to: string
}

const TITLES = { path: '地址', page: '页面' } as const
type What = keyof typeof TITLES

export function checkFormerAddresses(context: Context, pages: readonly Page[]): void {
  if (
    context.invalidIds('page').length +
      context.invalidIds('zone').length +
      context.invalidIds('content').length >
    0
  )
    return
  checkNames(context, 'path', new Set(pages.map(({ path }) => path)))
  checkNames(context, 'page', new Set(pages.map(({ id }) => id)))
}

function checkNames(context: Context, what: What, now: ReadonlySet<string>): void {
  const { steps, left } = renamesOf(context, what)
  for (const [at, step] of steps.entries()) {
    const end = steps.slice(at + 1).reduce((name, later) => (later.from === name ? later.to : name), step.to)
    const { document, path, from } = step
    // A name that came back needs no redirect.
    if (left.has(end) || end === from) continue
    if (!now.has(end))
      context.report(document, [...path, 'to'], {
        slug: 'former_nowhere',
        message:
          `原来的${TITLES[what]}“${from}”转到“${end}”，该处没有页面，旧链接会失效。` +
          `该迁移若已执行，请另写一步 { "rename": "${what}", "from": "${end}", "to": 现有的${TITLES[what]} }`,
        found: end,
        known: now,
      })
    else if (what === 'path') checkParameters(context, step, end)
    if (what === 'path' && now.has(from))
      context.report(document, [...path, 'from'], {
        slug: 'former_taken',
        message: `原地址“${from}”现为另一页面的地址，旧链接会打开该页面，不再转到“${end}”`,
        found: from,
        warning: true,
      })
  }
}

/** In the order in which they are applied; `left` are those that are gone on purpose. */
function renamesOf(
  context: Context,
  what: What,
): { readonly steps: AddressChange[]; readonly left: ReadonlySet<string> } {
  const steps: AddressChange[] = []
  const left = new Set<string>()
  for (const [, document] of [...context.of('migration')].sort(([a], [b]) => (a < b ? -1 : 1)))
    for (const [at, { rename, keep, name, from, to }] of document.value.steps.entries()) {
      if (keep === what && name !== undefined) left.add(name)
      if (rename === what && from !== undefined && to !== undefined)
        steps.push({ document, path: ['steps', at], from, to })
    }
  return { steps, left }
}

function checkParameters(context: Context, { document, path, from }: AddressChange, to: string): void {
  const given = new Set([...from.matchAll(/:(\w+)/g)].map(([, name]) => name))
  for (const [, name = ''] of to.matchAll(/:(\w+)(?!\w*\?)(?=\/|$)/g))
    if (!given.has(name))
      context.report(document, [...path, 'to'], {
        slug: 'former_parameter',
        message: `“${to}”需要参数“${name}”，原地址“${from}”却没有，旧链接会失效`,
        found: to,
        expected: from,
      })
}
