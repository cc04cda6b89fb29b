// Builds the address of an item on the detail page of its type.
import type { ContentType } from '#shared/model/content-model.ts'
import type { Page } from '#shared/model/page-model.ts'

/** `/needDetail?id=` or the like, to be followed by the id; undefined where the type has no page of its own. */
export function itemAddress(
  { detailPage }: Pick<ContentType, 'detailPage'>,
  pages: readonly Page[],
): string | undefined {
  const page = pages.find(({ id }) => id === detailPage)
  if (page?.kind !== 'detail') return undefined
  const parameter = /^\{query\.(\w+)\}$/.exec(String(page.source.params.id))?.[1]
  return parameter === undefined ? undefined : `${page.path.replace(/\/:.*$/, '')}?${parameter}=`
}
