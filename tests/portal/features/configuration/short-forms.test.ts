import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { kindOf } from '#config/load/file-kinds.ts'
import { readFolder } from '#config/load/read-folder.ts'
import { loadConfiguration } from '#config/pipeline/check-configuration.ts'
import { formSchemas } from '#config/tools/form-schemas.ts'
import { expand, shorten } from '#portal/features/configuration/short-forms.ts'
import type { Json, JsonSchema } from '#shared/model/json.ts'

const EDITED = ['dictionary', 'menu', 'site', 'notice', 'page', 'zone']

/** Files of the kinds that are edited in forms, with the schemas of the portal. */
async function filesOf(portal: string) {
  const loaded = await loadConfiguration(portal)
  if (!loaded.ok) throw new Error(loaded.problems[0]?.message)
  const files = readFolder(portal)
  const { $defs } = formSchemas(loaded.model, files)
  const texts = [...files].flatMap(([path, text]) => {
    const kind = kindOf(path)?.kind.kind ?? ''
    return EDITED.includes(kind) && path.endsWith('.json') ? [{ path, kind, text }] : []
  })
  return { root: { $defs } as JsonSchema, texts }
}

const schemaOf = (kind: string): JsonSchema => ({ $ref: `#/$defs/${kind}` })

describe.each(['.', 'tests/portals/bulletin', 'tests/portals/library'])('The files of %s', (portal) => {
  it('are the same after they were opened and saved in a form without an edit', async () => {
    const { root, texts } = await filesOf(portal)
    expect(texts.length).toBeGreaterThan(10)
    for (const { path, kind, text } of texts) {
      const written = JSON.parse(text) as Json
      const opened = expand(written, schemaOf(kind), root)
      expect(JSON.stringify(shorten(opened, written, schemaOf(kind), root)), path).toBe(
        JSON.stringify(written),
      )
    }
  })

  it('change only where a form changed them', async () => {
    const { root, texts } = await filesOf(portal)
    for (const { path, kind, text } of texts.filter((file) => file.kind === 'page')) {
      const written = JSON.parse(text) as { title: string }
      const opened = expand(written, schemaOf(kind), root) as { title: string }
      const saved = shorten({ ...opened, title: '新标题' }, written, schemaOf(kind), root)
      expect(JSON.stringify(saved), path).toBe(JSON.stringify({ ...written, title: '新标题' }))
    }
  })
})

describe('A section', () => {
  it('keeps the short link, writes a new one short, and leaves out what was emptied', async () => {
    const { root } = await filesOf(join('tests', 'portals', 'bulletin'))
    const schema = { $ref: '#/$defs/common/$defs/section' }
    const written = { widget: 'items', title: '新闻', more: 'news/list' }
    const opened = expand(written, schema, root) as Record<string, Json>
    expect(opened.more).toEqual({ page: 'news/list' })
    const moved = { ...opened, more: { page: 'news/home' }, open: { page: 'news/detail' }, title: '' }
    expect(shorten(moved, written, schema, root)).toEqual({
      widget: 'items',
      more: 'news/home',
      open: 'news/detail',
    })
    const emptied = { ...opened, more: { page: '' } }
    expect(shorten(emptied, written, schema, root)).toEqual({ widget: 'items', title: '新闻' })
  })
})
