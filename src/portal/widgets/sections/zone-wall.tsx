// Draws the picture wall of the key zones, or a row of upright tiles.
import type { CSSProperties } from 'react'
import { AppLink } from '#portal/ui/app-link.tsx'
import { Cover } from '#portal/ui/cover/cover.tsx'
import { toThemeCoverStyle } from '#portal/ui/cover/cover-style.ts'
import { toText } from '#portal/ui/format/to-text.ts'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { Item, SectionProps } from '#portal/widgets/widget-props.ts'
import { ListSection } from './parts/list-section.tsx'

export function ZoneWallSection({ section, scope }: SectionProps) {
  const Heading = section.title ? 'h3' : 'h2'
  const { tiles = false } = optionsOf<'sections/zone-wall'>(section)
  return (
    <ListSection
      section={section}
      scope={scope}
      skeleton={tiles ? <Skeleton shape="block" height={200} /> : <Skeleton shape="cards" lines={3} />}
    >
      {(zones) => (
        <ul className={tiles ? 'eq-zone-tiles' : 'eq-zone-wall'}>
          {zones.map((zone) => {
            const [id, path, title] = [String(zone.id), String(zone.path), toText(zone.title)]
            return (
              <li
                key={id}
                className="eq-zone-tile"
                style={{ '--eq-hero': toText(zone.color) } as CSSProperties}
              >
                <Cover
                  look={toThemeCoverStyle(
                    toText(zone.color),
                    toText(zone.cover),
                    toText(zone.scene),
                    chosenVariant(zone),
                  )}
                  seed={id}
                  crop={tiles ? 'tall' : 'card'}
                />
                <div className="eq-zone-text">
                  <Heading>
                    <AppLink link={{ page: id, path, params: {} }} scope={scope} className="eq-cover-link">
                      {title}
                    </AppLink>
                  </Heading>
                  {zone.slogan && !tiles ? <p>{toText(zone.slogan)}</p> : null}
                </div>
              </li>
            )
          })}
        </ul>
      )}
    </ListSection>
  )
}

const chosenVariant = ({ variant }: Item): number | undefined =>
  typeof variant === 'number' ? variant : undefined
