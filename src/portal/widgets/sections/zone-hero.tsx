// Draws the large heading of a zone as a section; its texts come from options or the page.
import { Hero } from '#portal/ui/hero.tsx'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { SectionProps } from '#portal/widgets/widget-props.ts'

export function ZoneHeroSection({ section, page }: SectionProps) {
  const { slogan } = optionsOf<'sections/zone-hero'>(section)
  return (
    <Hero
      level={2}
      title={section.title ?? page.title}
      slogan={slogan ?? page.description ?? ''}
      theme={page.theme}
      seed={page.id}
    />
  )
}
