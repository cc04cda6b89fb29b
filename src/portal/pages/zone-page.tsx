// Owns the page that is made of sections: home, zones, static and status pages.
import type { ZonePage } from '../../shared/model.ts'
import { TitleBar } from '../shell/title-bar.tsx'
import { Hero } from '../ui/hero.tsx'
import { preloadSections } from '../widgets/section-registry.tsx'
import { isSecondLevel } from './page-head.tsx'
import { Sections } from './sections.tsx'
import { useScope } from './use-scope.ts'

const started = new WeakSet<ZonePage>()

/** The chunks of all sections are asked for at once, not one after the other. */
function preloadOnce(page: ZonePage): void {
  if (started.has(page)) return
  started.add(page)
  preloadSections(page.sections)
}

export function ZonePageView({ page }: { readonly page: ZonePage }) {
  preloadOnce(page)
  const { scope } = useScope(page)
  const { hero, theme } = page
  return (
    <div className="eq-page eq-zone-page" data-page={page.id}>
      {hero ? (
        <Hero
          title={hero.title}
          slogan={hero.slogan}
          color={theme?.color ?? '#0B4EA2'}
          pattern={theme?.cover ?? 'grid'}
          seed={page.id}
        />
      ) : isSecondLevel(page) ? (
        <TitleBar title={page.title} />
      ) : (
        <h1 className="eq-sr-only" tabIndex={-1}>
          {page.title}
        </h1>
      )}
      <Sections sections={page.sections} scope={scope} page={page} />
    </div>
  )
}
