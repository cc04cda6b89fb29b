// Draws a page made of sections: home, zones, static and status pages.

import { isSecondLevel, PageTitleBar } from '#portal/features/page/page-head.tsx'
import { usePageScope } from '#portal/features/page/use-page-scope.ts'
import { Hero } from '#portal/ui/hero.tsx'
import type { ZonePage } from '#shared/model/pages/zone.ts'
import { SectionGrid } from './section-grid.tsx'

/** Two rows of the grid. */
const FIRST_SCREEN = 24

export function ZonePageView({ page }: { readonly page: ZonePage }) {
  const { scope } = usePageScope(page)
  const { hero, theme } = page
  return (
    <div className="eq-page eq-zone-page" data-page={page.id}>
      {isSecondLevel(page) ? <PageTitleBar page={page} isHeading={!hero} /> : null}
      {hero ? (
        <Hero title={hero.title} slogan={hero.slogan} theme={theme} seed={page.id} />
      ) : isSecondLevel(page) ? null : (
        <h1 className="eq-sr-only" tabIndex={-1}>
          {page.title}
        </h1>
      )}
      <SectionGrid sections={page.sections} scope={scope} page={page} atOnce={FIRST_SCREEN} />
    </div>
  )
}
