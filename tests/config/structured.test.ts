// Tests the check of `structured`: data for search engines from public fields with plain values.
import { describe, expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { portalFiles } from '../support/portal-files.ts'

const FILES = portalFiles()
const FILE = 'schemas/content/equipment.json'

function check(properties: Record<string, unknown>) {
  const files = new Map(FILES)
  const type = JSON.parse(files.get(FILE) ?? '{}') as Record<string, unknown>
  const written = { ...type, structured: { type: 'Product', properties } }
  files.set(FILE, JSON.stringify(written, null, 2))
  const result = checkConfiguration(files)
  if (result.ok) return []
  return result.problems
    .filter(({ file, slug }) => file === FILE && (slug.startsWith('structured') || slug === 'field_unknown'))
    .map(({ slug, found }) => [slug, found])
}

describe('"structured" of a content type', () => {
  test('accepts public fields with plain values', () => {
    expect(check({ name: 'name', model: 'model' })).toEqual([])
  })

  test('refuses unknown fields, rich texts and private fields', () => {
    expect(check({ name: 'nmae' })).toEqual([['field_unknown', 'nmae']])
    expect(check({ description: 'detail' })).toEqual([['structured_field', 'rich-text']])
    expect(check({ telephone: 'contactPhone' })).toContainEqual(['structured_private', 'contactPhone'])
  })
})
