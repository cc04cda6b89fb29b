// Draws the picture that leads to the map: provinces as tiles shaded by number, the first of them and the kinds as
// links.
import { useSchemes } from '#portal/core/state/preferences.ts'
import { AppLink } from '#portal/ui/app-link.tsx'
import { type Shade, shadeOf, toShades } from '#portal/ui/format/shading.ts'
import { toText } from '#portal/ui/format/to-text.ts'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { Item, SectionProps } from '#portal/widgets/widget-props.ts'
import { SectionFrame } from './parts/section-frame.tsx'
import { useSectionRead } from './parts/use-section-read.ts'

interface Tile {
  readonly code: string
  readonly name: string
  readonly column: number
  readonly row: number
}

/** Code and short name, a line for each row, `.` where there is none. */
const ROWS = [
  '. . . . . . . . 23黑',
  '. . . . . . . . 22吉',
  '65新 . . . . 15蒙 11京 12津 21辽',
  '. 63青 62甘 64宁 61陕 14晋 13冀 37鲁 .',
  '. 54藏 51川 50渝 42鄂 41豫 34皖 32苏 31沪',
  '. . 53滇 52黔 43湘 36赣 35闽 33浙 .',
  '. . . 45桂 44粤 81港 . 71台 .',
  '. . . 46琼 82澳 . . . .',
] as const

const PROVINCE_TILES: readonly Tile[] = ROWS.flatMap((line, row) =>
  line
    .split(' ')
    .flatMap((text, column) =>
      text === '.' ? [] : [{ code: text.slice(0, 2), name: text.slice(2), column, row }],
    ),
)
const TILE_COLUMNS = 9
const TILE_ROWS: number = ROWS.length

const TILE = 44
const GAP = 4
const DEFAULT_REGIONS = 8
/** As high as the tiles on a wide screen. */
const HEIGHT = 349

interface Count {
  readonly id: string
  readonly name: string
  readonly count: number
}

/** Each thing once. */
function countsOf(list: unknown, id: string, name: string): Count[] {
  const counts = new Map<string, Count>()
  for (const one of Array.isArray(list) ? (list as readonly (Item | null)[]) : [])
    if (typeof one?.count === 'number' && Number.isFinite(one.count))
      counts.set(toText(one[id]), { id: toText(one[id]), name: toText(one[name]), count: one.count })
  return [...counts.values()]
}

export function MapTeaserSection({ section, scope }: SectionProps) {
  const read = useSectionRead(section, scope)
  // The colours of the tiles follow from the look.
  useSchemes()
  const { link, kind, most = DEFAULT_REGIONS } = optionsOf<'sections/map-teaser'>(section)
  const data = (read.data ?? {}) as { readonly regions?: unknown; readonly kinds?: unknown }
  const regions = countsOf(data.regions, 'code', 'name')
  const kinds = countsOf(data.kinds, 'kind', 'title').filter(({ count }) => count > 0)
  const shades = toShades(regions.map(({ count }) => count))
  const within = (item: Item) => ({ ...scope, item })
  return (
    <SectionFrame
      section={section}
      scope={scope}
      read={read}
      isEmpty={regions.length === 0}
      skeleton={<Skeleton shape="block" height={HEIGHT} />}
    >
      <div className="eq-teaser">
        <Tiles regions={regions} shades={shades} />
        <div>
          <ul className="eq-teaser-kinds" aria-label="各类数量">
            {kinds.map(({ id, name, count }) => (
              <li key={id}>
                {kind ? (
                  <AppLink link={kind.link} scope={within({ kind: id })}>
                    {name}
                  </AppLink>
                ) : (
                  name
                )}
                <strong className="eq-figure">{count}</strong>
              </li>
            ))}
          </ul>
          <ol className="eq-teaser-regions" aria-label="数量最多的地区">
            {regions.slice(0, most).map(({ id, name, count }) => (
              <li key={id}>
                {link ? (
                  <AppLink link={link} scope={within({ code: id })}>
                    {name}
                  </AppLink>
                ) : (
                  name
                )}
                <span className="eq-figure">{count}</span>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </SectionFrame>
  )
}

function Tiles({
  regions,
  shades,
}: {
  readonly regions: readonly Count[]
  readonly shades: readonly Shade[]
}) {
  const counts = new Map(regions.map(({ id, count }) => [id, count]))
  return (
    <svg
      className="eq-teaser-tiles"
      viewBox={`0 0 ${TILE_COLUMNS * (TILE + GAP) - GAP} ${TILE_ROWS * (TILE + GAP) - GAP}`}
      aria-hidden
    >
      {PROVINCE_TILES.map(({ code, name, column, row }) => {
        const count = counts.get(code) ?? 0
        const { color, ink } = shadeOf(shades, count)
        return (
          <g key={code} transform={`translate(${column * (TILE + GAP)} ${row * (TILE + GAP)})`} fill={ink}>
            <rect width={TILE} height={TILE} rx="6" fill={color} />
            <text x={TILE / 2} y="19" className="eq-teaser-name">
              {name}
            </text>
            <text x={TILE / 2} y="36">
              {count}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
