// Owns the document's title and description: of the item that is shown, else of the page (NAV-02).
import { useEffect } from 'react'
import type { ManifestPage } from '../../shared/manifest.ts'
import type { Page } from '../../shared/page-model.ts'
import { site } from '../site/site.ts'
import { cut, useShownItem, useShownTitle } from './shown-item.ts'

const TITLE_LENGTH = 60
const DESCRIPTION_LENGTH = 150

const meta = document.querySelector<HTMLMetaElement>('meta[name=description]')
/** As the server wrote it: it describes the portal. Where the page came with that of an item, this stands beside it. */
const OF_PORTAL = meta?.dataset.portal ?? meta?.content ?? ''

export function useDocumentHead(entry: ManifestPage, page: Page | null): void {
  const item = useShownItem()
  const title = cut(useShownTitle(entry), TITLE_LENGTH)
  const description = cut(item?.description || page?.description || OF_PORTAL, DESCRIPTION_LENGTH)
  useEffect(() => {
    document.title = `${title} - ${site.name}`
  }, [title])
  useEffect(() => {
    if (meta) meta.content = description
  }, [description])
}
