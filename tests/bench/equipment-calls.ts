// Provides the five calls of items with parameters that are measured: how the portal is asked, and how the one by hand.
import http from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { shortAreaName } from '#server/platform/areas/area-names.ts'
import type { Model } from '#shared/model/model.ts'
import { type Constants, SET } from './equipment-by-hand.ts'

const PORTAL = '/newapi/api/avicResource'
const LIST = `${PORTAL}/resource/index`

export interface MeasuredCall {
  readonly what: string
  readonly portal: string
  readonly byHand: string
}

export function measuredCalls(ids: readonly string[]): MeasuredCall[] {
  const list = (query: Record<string, string>) => `${LIST}?${new URLSearchParams({ limit: '10', ...query })}`
  const ranges = { flowFrom: '2000', flowTo: '4000', headFrom: '10', headTo: '20' }
  const asked = Object.entries(ranges).map(([name, value]) => [`params.${name}`, value])
  return [
    { what: 'first page with total', portal: list({}), byHand: '/first' },
    {
      what: 'two ranges and region',
      portal: list({ equipmentType: SET, region: '44', ...Object.fromEntries(asked) }),
      byHand: `/ranges?${new URLSearchParams({ set: SET, region: '44', ...ranges })}`,
    },
    {
      what: 'sorted by a parameter',
      portal: list({ equipmentType: SET, sort: '-params.flow' }),
      byHand: `/sorted?set=${SET}`,
    },
    {
      what: 'facets of a category',
      portal: `${PORTAL}/facets?equipmentType=${SET}`,
      byHand: `/facets?set=${SET}`,
    },
    {
      what: 'comparison of four',
      portal: `${PORTAL}/compareResParam?ids=${ids.join(',')}`,
      byHand: `/compare?ids=${ids.join(',')}`,
    },
  ]
}

export type Client = (path: string) => Promise<string>

/** One kept-alive connection after another, as a load balancer asks. */
export function clientOf(port: number): { readonly get: Client; close(): void } {
  const agent = new http.Agent({ keepAlive: true })
  const get: Client = (path) =>
    new Promise((resolve, reject) => {
      http
        .get({ agent, host: '127.0.0.1', port, path }, (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('end', () => {
            const text = Buffer.concat(chunks).toString()
            if (answer.statusCode === 200) resolve(text)
            else reject(new Error(`${path} answered ${answer.statusCode}: ${text.slice(0, 300)}`))
          })
        })
        .on('error', reject)
    })
  return { get, close: () => agent.destroy() }
}

interface Listed {
  readonly data: { readonly list: readonly { readonly id: string }[] }
}

export async function idsOf(get: Client, count: number): Promise<string[]> {
  const { data } = JSON.parse(await get(`${LIST}?equipmentType=${SET}&limit=${count}`)) as Listed
  return data.list.map(({ id }) => id)
}

/** Throws unless both say the same, whatever the order in which they say it. */
export async function requireSame(portal: Client, byHand: Client, call: MeasuredCall): Promise<void> {
  const [said, wanted] = (await Promise.all([portal(call.portal), byHand(call.byHand)])).map(
    (text) => (JSON.parse(text) as { data: unknown }).data,
  )
  if (isDeepStrictEqual(said, wanted)) return
  throw new Error(`${call.what}: not the same answer: ${firstDifference(said, wanted)}`)
}

function firstDifference(one: unknown, other: unknown, path = ''): string | undefined {
  if (isDeepStrictEqual(one, other)) return undefined
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other)
    return `${path}: ${JSON.stringify(one)} and ${JSON.stringify(other)}`
  const [left, right] = [new Map(Object.entries(one)), new Map(Object.entries(other))]
  const keys = new Set([...left.keys(), ...right.keys()])
  return [...keys].flatMap((key) => firstDifference(left.get(key), right.get(key), `${path}/${key}`) ?? [])[0]
}

/** What an engineer would write down, taken from the model and from what is the same in every answer. */
export async function constantsOf(model: Model, get: Client, ids: readonly string[]): Promise<Constants> {
  const [, , , facets, comparison] = measuredCalls(ids)
  const data = async (path = ''): Promise<Record<string, readonly Record<string, unknown>[]>> =>
    (JSON.parse(await get(path)) as { data: Record<string, readonly Record<string, unknown>[]> }).data
  const type = model.contentTypes.find(({ name }) => name === 'equipment')
  if (!type) throw new Error('there is no equipment')
  const own = type.fields.filter(
    ({ system, visible, type: kind, of }) => !system && !visible && kind !== 'rich-text' && !of,
  )
  const said = await data(facets?.portal)
  const shown = await data(comparison?.portal)
  const sets = model.families.flatMap((family) => family.sets)
  return {
    fields: own.map(({ name }) => name),
    longTexts: own.flatMap(({ name, type: kind }) => (kind === 'long-text' ? [name] : [])),
    above: Object.fromEntries(sets.map(({ id, parent }) => [id, parent ?? ''])),
    facets: (said.facets ?? []).map((facet) => ({
      ...(facet as unknown as Constants['facets'][number]), // as the portal says them
      min: null,
      max: null,
      items: [],
    })),
    labels: new Map([
      [
        'isKey',
        new Map([
          ['true', '是'],
          ['false', '否'],
        ]),
      ],
      [
        'region',
        new Map(Array.from({ length: 100 }, (_, code) => [String(code), shortAreaName(String(code)) ?? ''])),
      ],
      ...own.flatMap(({ name, dict }): [string, Map<string, string>][] => {
        const items = model.dictionaries.find((one) => one.name === dict)?.items
        return items ? [[name, new Map(items.map(({ value, label }) => [value, label]))]] : []
      }),
    ]),
    rows: (shown.rows ?? []).map(({ values: _values, bestIndex: _best, ...row }) => ({
      ...(row as unknown as Constants['rows'][number]), // as the portal says them
    })),
  }
}
