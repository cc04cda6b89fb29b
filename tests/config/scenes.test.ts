// Tests the check of scenes: palette, compositions, parameter family, covers of dictionaries.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { MOTIFS } from '#server/publishing/pictures/draw/compose.ts'
import { ROOT } from '../server/support/small-configuration.ts'
import { portalFiles } from '../support/portal-files.ts'
import { instrumentFiles } from './instrument-family.ts'
import { baseFiles, type Written } from './language-case.ts'

const PALETTE = 'schemas/pictures/palette.json'
const SCENE = 'schemas/pictures/beach.json'
const MOODS = 'schemas/dictionaries/mood.json'

const palette = { ...JSON.parse(portalFiles().get(PALETTE) ?? ''), family: 'instrument' }
const scene = {
  $schema: '../config/scene.schema.json',
  title: '海边',
  times: ['noon', 'evening', 'night', 'dawn'],
  weathers: ['clear'],
  compositions: [
    [{ draw: 'water' }, { draw: 'thing', of: ['S1'] }],
    [{ draw: 'water' }, { draw: 'hills', material: 'grass' }],
  ],
}
const moods = {
  $schema: '../config/dictionary.schema.json',
  title: '心情',
  items: [
    {
      value: 'good',
      label: '好',
      look: { color: '#0B4EA2', pattern: 'grid', icon: 'news', scenes: ['beach'] },
    },
  ],
}

async function check(change: (files: Record<string, Written>) => void = () => undefined) {
  const files = await baseFiles()
  for (const path of files.keys())
    if (path.startsWith('schemas/pictures/') || path.endsWith('/cover.json')) files.delete(path)
  for (const [path, text] of instrumentFiles({ pictures: true })) files.set(path, text)
  const added: Record<string, Written> = structuredClone({
    [PALETTE]: palette,
    [SCENE]: scene,
    [MOODS]: moods,
  })
  change(added)
  for (const [path, value] of Object.entries(added)) files.set(path, JSON.stringify(value, null, 2))
  return checkConfiguration(files)
}

test('scenes are compiled into the model, and pictures of their family can be drawn into them', async () => {
  const result = await check()
  if (!result.ok) throw new Error(result.problems.map(({ file, message }) => `${file} ${message}`).join('\n'))
  expect(result.model.scenes?.scenes).toMatchObject([{ name: 'beach', title: '海边' }])
  expect(result.model.scenes?.palette.family).toBe('instrument')
  expect(result.model.contentTypes.find(({ name }) => name === 'note')?.picture).toMatchObject({
    inScenes: ['instrumentGroup', 'instrumentKind'],
  })
})

test('the motifs of the scene schema equal the motifs that the server draws', () => {
  const { $defs } = JSON.parse(readFileSync(join(ROOT, 'schemas/config/scene.schema.json'), 'utf8'))
  expect([...$defs.layer.properties.draw.enum].sort()).toEqual(Object.keys(MOTIFS).sort())
})

const CASES: readonly [string, string, (files: Record<string, Written>) => void, string, string][] = [
  [
    'an hour that is not there',
    'picture_part_unknown',
    (f) => (f[SCENE].times[0] = 'moon'),
    SCENE,
    '时刻“moon”不存在。您是不是想写“noon”？',
  ],
  [
    'a colour that is not there',
    'picture_part_unknown',
    (f) => (f[SCENE].compositions[1][1].material = 'gras'),
    SCENE,
    '颜色“gras”不存在。您是不是想写“grass”？',
  ],
  [
    'a category that is not there',
    'picture_part_unknown',
    (f) => (f[SCENE].compositions[0][1].of = ['S9']),
    SCENE,
    '类目“S9”不存在',
  ],
  [
    'an illustration without saying which',
    'thing_of',
    (f) => delete f[SCENE].compositions[0][1].of,
    SCENE,
    '须用 of 写明对应的类目',
  ],
  [
    'categories of what is none',
    'thing_of',
    (f) => (f[SCENE].compositions[0][0].of = ['S1']),
    SCENE,
    'of 只用于类目插图（thing），请删去',
  ],
  ['no palette', 'palette_missing', (f) => delete f[PALETTE], SCENE, '却缺少 schemas/pictures/palette.json'],
  [
    'a family that is not there',
    'family_unknown',
    (f) => (f[PALETTE].family = 'instruments'),
    PALETTE,
    '有插图的参数族“instruments”不存在',
  ],
  [
    'an hour twice',
    'value_duplicate',
    (f) => (f[PALETTE].times[1].name = 'morning'),
    PALETTE,
    '值“morning”重复',
  ],
  [
    'a cover of a scene that is not there',
    'scene_unknown',
    (f) => (f[MOODS].items[0].look.scenes = ['beech']),
    MOODS,
    '场景插图“beech”不存在。您是不是想写“beach”？',
  ],
]

test.each(CASES)('the check of scenes reports %s as %s', async (_name, slug, change, file, said) => {
  const result = await check((files) => void change(files))
  const problems = result.ok ? [] : result.problems
  expect(problems.map((one) => `${one.file}: ${one.message}`).join('\n')).toContain(`${file}: `)
  const found = problems.find((one) => one.file === file)
  expect(found?.message).toContain(said)
  expect(found?.slug).toBe(slug)
})
