// Provides a small configuration with a family of parameter sets of its own, and a content type that uses it.
import { checkConfiguration, type LoadResult } from '#config/pipeline/check-configuration.ts'
import { smallFiles } from '../server/support/small-configuration.ts'

// biome-ignore lint/suspicious/noExplicitAny: a file is changed at places that its case names
export type Written = any

export const FAMILY = 'schemas/parameters/vessel.json'
export const TOP = 'schemas/parameters/vessel/V1.json'
export const JUG = 'schemas/parameters/vessel/jug.json'
export const CUP = 'schemas/parameters/vessel/cup.json'
export const KIT = 'schemas/content/kit.json'

const SET = '../../config/parameter-set.schema.json'

/** Jugs and cups, whose volume and warmth are said in different units. */
const FILES: Readonly<Record<string, Written>> = {
  [FAMILY]: {
    $schema: '../config/parameter-family.schema.json',
    title: '器皿',
    levels: [
      { dictionary: 'vesselGroup', title: '器皿大类' },
      { dictionary: 'vesselKind', title: '器皿种类' },
    ],
  },
  [TOP]: { $schema: SET, title: '盛水器皿', order: 1 },
  [JUG]: {
    $schema: SET,
    title: '水壶',
    parent: 'V1',
    order: 1,
    alias: ['壶'],
    measure: '把',
    required: ['volume'],
    groups: [
      {
        title: '容量',
        fields: {
          volume: {
            type: 'number',
            title: '容积',
            'x-unit': 'L',
            minimum: 1,
            maximum: 5,
            'x-step': 0.5,
            'x-better': 'high',
          },
          shape: { type: 'string', title: '形状', enum: ['圆', '方'] },
        },
      },
      {
        title: '保温',
        fields: {
          warm: {
            type: 'number',
            title: '保温时间',
            'x-unit': 'h',
            minimum: 1,
            maximum: 24,
            'x-better': 'high',
          },
          lid: { type: 'boolean', title: '有盖' },
          maker: { type: 'string', title: '窑口', maxLength: 20 },
        },
      },
    ],
  },
  [CUP]: {
    $schema: SET,
    title: '杯子',
    parent: 'V1',
    order: 2,
    groups: [
      {
        title: '容量',
        fields: {
          volume: {
            type: 'number',
            title: '杯容积',
            'x-unit': 'mL',
            minimum: 100,
            maximum: 800,
            'x-better': 'high',
          },
          shape: { type: 'string', title: '形状', enum: ['圆', '高'] },
          warm: {
            type: 'number',
            title: '保温',
            'x-unit': 'min',
            minimum: 1,
            maximum: 90,
            'x-better': 'low',
          },
          lid: { type: 'number', title: '盖重', 'x-unit': 'g', minimum: 1, maximum: 90 },
        },
      },
    ],
  },
  [KIT]: {
    $schema: '../config/content-type.schema.json',
    version: 1,
    title: '器皿',
    lifecycle: 'plain',
    fields: {
      type: 'object',
      required: ['title', 'kind'],
      properties: {
        title: { type: 'string', title: '标题', minLength: 2, maxLength: 20, 'x-search': 'A' },
        kind: { type: 'string', title: '种类', 'x-dict': 'vesselKind', 'x-filter': true },
        group: { type: 'string', title: '大类', 'x-dict': 'vesselGroup', 'x-of': 'kind' },
        params: { type: 'object', title: '参数', 'x-parameters': 'kind' },
      },
    },
    endpoints: {
      list: 'GET /kit/list',
      info: 'GET /kit/info/{id}',
      add: 'POST /kit/add',
      update: 'POST /kit/update',
    },
  },
}

export const vesselFiles = async (): Promise<Map<string, string>> => {
  const files = await smallFiles()
  for (const [path, written] of Object.entries(FILES)) files.set(path, JSON.stringify(written, null, 2))
  return files
}

/** The same with one file changed, or others set; undefined takes a file away. */
export async function checkVessels(
  file?: string,
  change: (written: Written) => unknown = () => undefined,
  others: Readonly<Record<string, Written>> = {},
): Promise<LoadResult> {
  const files = await vesselFiles()
  if (file !== undefined) {
    const written = structuredClone(FILES[file])
    change(written)
    files.set(file, JSON.stringify(written, null, 2))
  }
  for (const [path, written] of Object.entries(others))
    if (written === undefined) files.delete(path)
    else files.set(path, JSON.stringify(written, null, 2))
  return checkConfiguration(files)
}
