// Provides the mount of the list engine, alone, on the portal's own page of more demands.
import { createRoot } from 'react-dom/client'
import { HashRouter } from '#portal/app/app.tsx'
import { currentManifest, loadManifest } from '#portal/core/configuration/manifest.ts'
import { loadPage } from '#portal/core/pages/use-page.ts'
import { ListPageView } from '#portal/features/list/list-page.tsx'
import type { ListPage } from '#shared/model/pages/list.ts'
import { startList } from './list-start.ts'

// The page has asked for all of it, as the portal's boot script does.
await loadManifest()
const entry = currentManifest().pages.find(({ id }) => id === 'demand/more')
if (!entry) throw new Error('there is no page demand/more')
const [page] = await Promise.all([loadPage(entry.url), startList()])

createRoot(document.getElementById('root') as HTMLElement).render(
  <HashRouter>
    <ListPageView page={page as ListPage} />
  </HashRouter>,
)
