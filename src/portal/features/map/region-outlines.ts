// Loads the outlines of areas: GeoJSON whose features have a GB/T 2260 code (`adcode`) and a name.
import { readOnce } from '#portal/core/api/shared-read.ts'

interface Properties {
  readonly adcode?: string | number
  readonly name: string
}

interface Outline {
  readonly type: 'Feature'
  readonly properties: Properties
  readonly geometry: Geometry
}

type Ring = readonly (readonly [longitude: number, latitude: number])[]

type Geometry =
  | { readonly type: 'Polygon'; readonly coordinates: readonly Ring[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly Ring[])[] }

export interface Outlines {
  /** As the chart library knows it; under `china` it draws the inset of the South China Sea. */
  readonly name: string
  readonly features: readonly Outline[]
  /** The name in the file, by code without its zeros. */
  readonly nameOf: ReadonlyMap<string, string>
  readonly codeOf: ReadonlyMap<string, string>
  /** Degrees from west to east of the largest piece, by name. */
  readonly widths: ReadonlyMap<string, number>
}

const COUNTRY = 'china'
const COUNTRY_FILE = '100000'

async function fetchFile(address: string): Promise<readonly Outline[]> {
  const answer = await fetch(address, { credentials: 'omit' })
  if (!answer.ok) throw new Error(`地图数据加载失败（${answer.status}）`)
  const { features } = (await answer.json()) as { readonly features: readonly Outline[] }
  return features
}

const trim = (adcode: string | number): string => String(adcode).replace(/^(\d\d(?:\d\d)??)(?:00)+$/, '$1')

/** Of the country's provinces, a province's cities, or a city alone as its province's file draws it. */
export async function loadOutlines(url: string, region: string): Promise<Outlines> {
  const file = region === '' ? COUNTRY_FILE : `${region.slice(0, 2)}0000`
  const all = await readOnce(`${url}/${file}.json`, fetchFile)
  const coded = all.flatMap((feature): [string, Outline][] => {
    const { adcode } = feature.properties
    return adcode === undefined ? [] : [[trim(adcode), feature]]
  })
  const own = coded.find(([code]) => region.length > 2 && code === region)?.[1]
  const features = own ? [own] : all
  const named = coded.map(([code, { properties }]) => [code, properties.name] as const)
  return {
    name: region === '' ? COUNTRY : `area-${own ? region : region.slice(0, 2)}`,
    features,
    nameOf: new Map(named),
    widths: new Map(features.map(({ geometry, properties }) => [properties.name, widthOf(geometry)])),
    codeOf: new Map(named.map(([code, name]) => [name, code])),
  }
}

function widthOf({ type, coordinates }: Geometry): number {
  const rings = type === 'Polygon' ? coordinates.slice(0, 1) : coordinates.map(([outer = []]) => outer)
  const widths = (rings as readonly Ring[]).map((ring) => {
    const longitudes = ring.map(([longitude]) => longitude)
    return Math.max(...longitudes) - Math.min(...longitudes)
  })
  return Math.max(0, ...widths)
}
