// Builds the embedded map: the provinces, shaded by how much a visitor finds there, drawn without a script.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '#server/platform/settings.ts'
import { type Html, html } from '#server/publishing/documents/html.ts'
import { type Asking, readAsVisitor, requireAnswer } from '#server/publishing/documents/read-as-visitor.ts'
import type { MapNumbers } from '#shared/calls/map-answers.ts'
import type { Model } from '#shared/model/model.ts'
import type { EmbedPage } from './embed-page.ts'
import { INSET } from './south-sea-inset.ts'

interface MapOptions {
  readonly origin: string
  readonly settings: Pick<Settings, 'built' | 'map'>
}

interface Outline {
  readonly adcode: string
  readonly name: string
  /** Of an SVG path. */
  readonly path: string
}

/** The widget of the page that shows the map. */
const WIDGET = 'one-map'
const COUNTRY = '100000'
/** Most of a list that stands below the map. */
const LISTED = 5
const WIDTH = 320
/** Around the country and the inset, in degrees; a degree of longitude is as wide as at its middle. */
const [WEST, EAST, SOUTH, NORTH] = [73, 136, 3, 54]
const SCALE = WIDTH / (EAST - WEST)
const STRETCH = 1 / Math.cos((36 * Math.PI) / 180)
const HEIGHT = Math.round((NORTH - SOUTH) * SCALE * STRETCH)

/** Undefined where the portal has no page with the map. */
export async function embedMap(
  app: FastifyInstance,
  asking: Asking,
  model: Model,
  { origin, settings }: MapOptions,
): Promise<EmbedPage | undefined> {
  const regions = model.operations.find(({ id }) => id === 'map.regions')
  const page = model.pages.find(
    ({ access, ...one }) =>
      access.includes('anyone') && 'sections' in one && one.sections.some(({ widget }) => widget === WIDGET),
  )
  if (!regions || !page) return undefined
  const source = { operation: regions.id, method: regions.method, path: regions.path, params: {} }
  const answer = await readAsVisitor(app, asking, source, {})
  requireAnswer(answer)
  const numbers = answer.data as MapNumbers
  const more = `${origin}/#${page.path}`
  const outlines = await readOutlines(settings)
  const listed = numbers.regions.filter(({ count }) => count > 0)
  return {
    title: page.title,
    more,
    main: html`${outlines ? drawMap(outlines, numbers, { more, color: model.site.colors.primary ?? 'currentColor' }) : null}
<ul>${(outlines ? listed.slice(0, LISTED) : listed).map(
      ({ code, name, count }) =>
        html`<li><a href="${more}?provinceId=${code}" rel="noopener">${name} <small>${count} 条</small></a></li>`,
    )}</ul>
<small>共 ${numbers.total} 条${outlines ? `。${settings.map.caption}` : ''}</small>`,
  }
}

function drawMap(
  outlines: readonly Outline[],
  { regions }: MapNumbers,
  { more, color }: { readonly more: string; readonly color: string },
): Html {
  const counts = new Map(regions.map(({ code, count }) => [code.slice(0, 2), { code, count }]))
  const most = Math.max(1, ...regions.map(({ count }) => count))
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="各省数量，数量较多的省份列在下方">${outlines.map(
    ({ adcode, name, path }) => {
      const { code, count = 0 } = counts.get(adcode.slice(0, 2)) ?? {}
      // By the root, so that few very large numbers leave the others apart.
      const share = Math.sqrt(count / most)
      const shape = html`<path d="${path}" fill="${color}" fill-opacity="${(0.12 + 0.88 * share).toFixed(2)}"><title>${name}：${count} 条</title></path>`
      return code === undefined
        ? shape
        : html`<a href="${more}?provinceId=${code}" rel="noopener" tabindex="-1">${shape}</a>`
    },
  )}<path class="inset" d="${INSET.map((ring) => toPath(ring)).join('')}" fill="${color}" fill-opacity="1"><title>南海诸岛</title></path></svg>`
}

type Ring = readonly (readonly [number, number])[]

interface GeoJson {
  readonly features: readonly {
    readonly properties: { readonly adcode: string | number; readonly name: string }
    readonly geometry:
      | { readonly type: 'Polygon'; readonly coordinates: readonly Ring[] }
      | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly Ring[])[] }
  }[]
}

let cached: { readonly file: string; readonly outlines: Promise<readonly Outline[] | null> } | undefined

/** Null where the outlines lie on another server: which ones it may draw, only the portal's map page says. */
function readOutlines({ built, map }: MapOptions['settings']): Promise<readonly Outline[] | null> {
  if (!map.url.startsWith('/')) return Promise.resolve(null)
  const file = join(built, map.url, `${COUNTRY}.json`)
  if (cached?.file !== file) {
    const outlines = readFile(file, 'utf8').then(
      (text) => toOutlines(JSON.parse(text) as GeoJson),
      () => null,
    )
    cached = { file, outlines }
  }
  return cached.outlines
}

function toOutlines({ features }: GeoJson): readonly Outline[] {
  return features.flatMap(({ properties: { adcode, name }, geometry }) => {
    if (!name) return []
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
    return [{ adcode: String(adcode), name, path: polygons.flat().map(toPath).join('') }]
  })
}

const toPath = (ring: Ring): string =>
  `M${ring
    .map(
      ([lng, lat]) => `${((lng - WEST) * SCALE).toFixed(1)} ${((NORTH - lat) * SCALE * STRETCH).toFixed(1)}`,
    )
    .join('L')}Z`
