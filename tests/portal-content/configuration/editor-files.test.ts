// Tests the committed editor files of this portal: they are current, and accept its configuration.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { editorOf } from '../../support/editor-of.ts'
import { portalFiles } from '../../support/portal-files.ts'
import { ROOT } from '../../support/source-files.ts'

test('the committed editor files equal the generated ones', () => {
  const { made } = editorOf(portalFiles())
  for (const [path, text] of made) expect(readFileSync(join(ROOT, path), 'utf8') === text, path).toBe(true)
})

test('the editor schemas of this portal accept all files of its configuration', () => {
  const files = portalFiles()
  const { judge } = editorOf(files)
  const wrong = [...files].flatMap(([path, text]) =>
    path.endsWith('.json') ? judge(path, JSON.parse(text)) : [],
  )
  expect(wrong.slice(0, 5)).toEqual([])
})
