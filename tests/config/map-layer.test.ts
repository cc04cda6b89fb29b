// Tests the check of `map`: what a content type needs for a layer on the map.
import { describe, expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { smallFiles } from '../server/support/small-configuration.ts'
import { portalFiles } from '../support/portal-files.ts'

const FILE = 'schemas/content/depot.json'
const region = { $ref: '../common/region.schema.json', title: '地区' }
const degrees = { type: 'number', title: '度', minimum: 0, maximum: 180 }

const lifecycle = (readers?: readonly string[]) => ({
  $schema: '../config/lifecycle.schema.json',
  title: '储备',
  initial: readers ? 'filed' : 'online',
  states: {
    ...(readers
      ? { filed: { title: '已记录', editable: true, readers } }
      : { online: { title: '已上线', public: true, editable: true } }),
    deleted: { title: '已删除', final: true, readers: [] },
  },
  transitions: [
    {
      action: 'delete',
      title: '删除',
      from: [readers ? 'filed' : 'online'],
      to: 'deleted',
      by: ['operator'],
    },
  ],
})

async function check(
  map: Record<string, unknown>,
  place: Record<string, unknown> = { ...region, 'x-filter': true },
  readers?: readonly string[],
) {
  const files = await smallFiles()
  files.set('schemas/lifecycles/stored.json', JSON.stringify(lifecycle(readers), null, 2))
  const content = {
    $schema: '../config/content-type.schema.json',
    version: 1,
    title: '储备库',
    lifecycle: 'stored',
    map: { color: '#123456', ...map },
    fields: {
      type: 'object',
      required: ['title'],
      properties: {
        title: { type: 'string', title: '标题', maxLength: 60 },
        place,
        east: degrees,
        north: { ...degrees, title: '北纬', maximum: 90 },
        hidden: { ...degrees, title: '内部坐标', 'x-visible': ['owner'] },
        words: { type: 'string', title: '文字', maxLength: 20 },
      },
    },
    endpoints: { list: 'GET /depot/list', info: 'GET /depot/info/{id}' },
  }
  files.set(FILE, JSON.stringify(content, null, 2))
  const result = checkConfiguration(files)
  return result.ok
    ? result.model.contentTypes.find(({ name }) => name === 'depot')?.map
    : result.problems.filter(({ file }) => file === FILE).map(({ slug }) => slug)
}

describe('"map" of a content type', () => {
  test('is compiled to a layer with the title of the type and order 999 by default', async () => {
    expect(await check({})).toEqual({ title: '储备库', color: '#123456', order: 999 })
    const written = { title: '仓库', order: 5, longitude: 'east', latitude: 'north' }
    expect(await check(written)).toEqual({ color: '#123456', ...written })
  })

  test('is compiled for items that only the owner and operators read', async () => {
    expect(await check({}, undefined, ['owner', 'operator'])).toMatchObject({ title: '储备库' })
  })

  test('is refused with map_public when the parent decides who reads the items', () => {
    const files = portalFiles()
    const path = 'schemas/content/demandScheme.json'
    const written = JSON.parse(files.get(path) ?? '')
    files.set(path, JSON.stringify({ ...written, map: { color: '#123456' } }))
    const result = checkConfiguration(files)
    const slugs = result.ok ? [] : result.problems.filter(({ file }) => file === path).map(({ slug }) => slug)
    expect(slugs).toContain('map_public')
  })

  test.each([
    ['a region that no list filters by', {}, region, undefined, 'map_region'],
    ['no region', {}, { type: 'string', title: '地点', maxLength: 20 }, undefined, 'map_region'],
    ['a region that not everybody sees', {}, { ...region, 'x-visible': ['owner'] }, undefined, 'map_region'],
    ['half a place', { longitude: 'east' }, undefined, undefined, 'map_coordinates'],
    [
      'a place that not everybody sees',
      { longitude: 'hidden', latitude: 'north' },
      undefined,
      undefined,
      'map_coordinates',
    ],
    ['a place in words', { longitude: 'words', latitude: 'north' }, undefined, undefined, 'map_coordinates'],
    [
      'a field that is not there',
      { longitude: 'est', latitude: 'north' },
      undefined,
      undefined,
      'field_unknown',
    ],
  ] as const)('is refused with %s', async (_, map, place, readers, slug) => {
    expect(await check(map, place, readers)).toContain(slug)
  })
})
