// Provides a parameter family that is none of the portal's own: instruments, in two levels, and notes about them.
import { NOTE, NOTE_FILE } from '../server/support/small-configuration.ts'

const SET = '../../config/parameter-set.schema.json'

/** Texts of the files to lay over a small configuration, by path. */
export function instrumentFiles(family: Readonly<Record<string, unknown>> = {}): Map<string, string> {
  const files: Readonly<Record<string, unknown>> = {
    'schemas/parameters/instrument.json': {
      $schema: '../config/parameter-family.schema.json',
      title: '乐器',
      levels: [
        { dictionary: 'instrumentGroup', title: '门类' },
        { dictionary: 'instrumentKind', title: '乐器' },
      ],
      ...family,
    },
    'schemas/parameters/instrument/S.json': { $schema: SET, title: '弦乐', order: 1 },
    'schemas/parameters/instrument/W.json': { $schema: SET, title: '管乐', order: 2 },
    ...Object.fromEntries(
      [
        ['S1', 'S', '琵琶'],
        ['S2', 'S', '二胡'],
        ['W1', 'W', '笛'],
      ].map(([id, parent, title]) => [
        `schemas/parameters/instrument/${id}.json`,
        {
          $schema: SET,
          title,
          parent,
          groups: [
            {
              title: '尺寸',
              fields: { length: { type: 'number', title: '长度', 'x-unit': 'cm', minimum: 1, maximum: 200 } },
            },
          ],
        },
      ]),
    ),
    [NOTE_FILE]: {
      ...NOTE,
      fields: {
        ...NOTE.fields,
        required: [...NOTE.fields.required, 'kind'],
        properties: {
          ...NOTE.fields.properties,
          kind: { type: 'string', title: '乐器', 'x-dict': 'instrumentKind', 'x-filter': true },
          params: { type: 'object', title: '参数', 'x-parameters': 'kind' },
          photos: {
            type: 'array',
            title: '照片',
            maxItems: 3,
            items: { $ref: '../common/file.schema.json' },
            'x-widget': 'image',
          },
        },
      },
    },
  }
  return new Map(Object.entries(files).map(([path, value]) => [path, JSON.stringify(value, null, 2)]))
}
