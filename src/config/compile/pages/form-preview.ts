// Compiles the preview of a form before submission: the article on the page that its item will have.
import type { ContentType } from '#shared/model/content-model.ts'
import type { Operation } from '#shared/model/operation-model.ts'
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

/**
 * Converts a page to a preview. The lead is added to the facts, without parameters, which the body contains anyway.
 */
function toPreview({ heading, meta, lead, facts, body, badge }: DetailPage): Preview {
  const all = [...lead.filter(({ field }) => !field.parameters), ...facts]
  return { heading, meta, facts: all, body, ...(badge ? { badge } : {}) }
}
