// Builds the address of an item on the detail page of its type.
import type { ContentType } from '#shared/model/content-model.ts'
import type { Page } from '#shared/model/page-model.ts'

/**
 * Returns the address of the detail page of a content type, up to the id that is to be appended, such as
 * `/needDetail?id=`; undefined if the type has no detail page.
 *
 * @example
 * const address = itemAddress(type, model.pages)
 * const link = address && address + encodeURIComponent('b1') // → '/needDetail?id=b1'
 */
export function itemAddress(
  { detailPage }: Pick<ContentType, 'detailPage'>,
  pages: readonly Page[],
): string | undefined {
  const page = pages.find(({ id }) => id === detailPage)
  if (page?.kind !== 'detail') return undefined
  const parameter = /^\{query\.(\w+)\}$/.exec(String(page.source.params.id))?.[1]
  return parameter === undefined ? undefined : `${page.path.replace(/\/:.*$/, '')}?${parameter}=`
}
