// Owns what a form shows before it is handed in: the article of the page that its item will have.
import type { ContentType, Operation } from '#shared/model/content-model.ts'
import type { Page } from '#shared/model/page-model.ts'
import type { DetailPage } from '#shared/model/pages/detail.ts'
import type { Preview } from '#shared/model/pages/form.ts'

const WRITES: ReadonlySet<string> = new Set(['add', 'update'])

/** Every form that writes content with a page of its own gets its preview from that page. */
export function withPreviews(
  pages: readonly Page[],
  types: readonly ContentType[],
  operations: ReadonlyMap<string, Operation>,
): Page[] {
  const byId = new Map(pages.map((page) => [page.id, page]))
  const details = new Map(
    types.flatMap(({ name, detailPage = '', anonymous }) => {
      const page = byId.get(detailPage)
      return page?.kind === 'detail'
        ? [[name, { ...toPreview(page), ...(anonymous ? { anonymous } : {}) }] as const]
        : []
    }),
  )
  return pages.map((page) => {
    if (page.kind !== 'form') return page
    const content = operations.get(page.submit.operation)?.content
    const preview = content && WRITES.has(content.action) ? details.get(content.type) : undefined
    return preview ? { ...page, preview } : page
  })
}

/** What leads the page is among the facts here: parameters stand in the body anyway. */
function toPreview({ heading, meta, lead, facts, body, badge }: DetailPage): Preview {
  const all = [...lead.filter(({ field }) => !field.parameters), ...facts]
  return { heading, meta, facts: all, body, ...(badge ? { badge } : {}) }
}
