// Sets title, description, picture and address in the head: of the displayed item, else of the page (NAV-02).
import { useEffect } from 'react'
import { useDisplayedItem, useDisplayedTitle } from '#portal/core/pages/displayed-item.ts'
import { site } from '#portal/core/site.ts'
import { cut, DESCRIPTION_LENGTH, TITLE_LENGTH } from '#shared/content/page-description.ts'
import type { ManifestPage } from '#shared/model/manifest.ts'
import type { Page } from '#shared/model/page-model.ts'

const meta = document.querySelector<HTMLMetaElement>('meta[name=description]')
/** As the server wrote it: it describes the portal. Where the page came with that of an item, this stands beside it. */
const OF_PORTAL = meta?.dataset.portal ?? meta?.content ?? ''

/** Found by its selector, else added; an empty value takes it away. */
function setHeadTag(
  tag: 'meta' | 'link',
  [named, name]: readonly [string, string],
  [key, value]: readonly [string, string],
): void {
  const existing = document.head.querySelector(`${tag}[${named}="${name}"]`)
  if (value === '') {
    existing?.remove()
    return
  }
  const element = existing ?? document.createElement(tag)
  element.setAttribute(named, name)
  element.setAttribute(key, value)
  if (!existing) document.head.append(element)
}

const setOpenGraph = (name: string, value: string): void =>
  setHeadTag('meta', ['property', `og:${name}`], ['content', value])

/**
 * Removes the structured data that the server wrote about the item of the first page; it does not describe the next
 * item.
 */
function forgetOthers(address: string): void {
  for (const block of document.head.querySelectorAll('script[type="application/ld+json"]'))
    if (address === '' || !block.textContent?.includes(JSON.stringify(address))) block.remove()
}

const absolute = (address: string | undefined): string => (address ? `${location.origin}${address}` : '')

export function useDocumentHead(entry: ManifestPage, page: Page | null): void {
  const item = useDisplayedItem()
  const shown = useDisplayedTitle(entry)
  const title = cut(item?.name || shown, TITLE_LENGTH)
  const description = cut(item?.description || page?.description || OF_PORTAL, DESCRIPTION_LENGTH)
  const address = item?.address ?? (entry.path === site.pages.home ? '/' : undefined)
  const image = item?.image
  // While a detail is read its head stays as the server wrote it.
  const isKnown = entry.kind !== 'detail' || item !== null
  useEffect(() => {
    document.title = `${title} - ${site.name}`
  }, [title])
  useEffect(() => {
    if (!isKnown) return
    if (meta) meta.content = description
    setOpenGraph('site_name', site.name)
    setOpenGraph('title', title)
    setOpenGraph('description', description)
    setOpenGraph('image', absolute(image))
    setOpenGraph('url', absolute(address))
    setHeadTag('link', ['rel', 'canonical'], ['href', absolute(address)])
    forgetOthers(absolute(address))
  }, [isKnown, title, description, image, address])
}
