// Tests the rename tool: all references change, formats stay, a migration moves the records.
import { beforeAll, describe, expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { findChanges } from '#config/records/find-record-changes.ts'
import { migrateModel } from '#config/records/migrate-model.ts'
import { type RecordModel, recordModelOf } from '#config/records/record-model.ts'
import { planRename } from '#config/tools/rename/plan-rename.ts'
import { renameSteps } from '#config/tools/rename/rename-steps.ts'
import { parseThing } from '#config/tools/rename/rename-target.ts'
import { portalFiles } from '../support/portal-files.ts'

const files = portalFiles()
let before: RecordModel

const modelOf = (texts: ReadonlyMap<string, string>) => {
  const result = checkConfiguration(texts)
  if (!result.ok) throw new Error(result.problems.map(({ file, message }) => `${file} ${message}`).join('\n'))
  return result.model
}
const plans = new Map<string, ReturnType<typeof makePlan>>()
const plan = (kind: string, from: string, to: string) => {
  const key = `${kind} ${from} ${to}`
  const made = plans.get(key) ?? makePlan(kind, from, to)
  plans.set(key, made)
  return made
}
function makePlan(kind: string, from: string, to: string) {
  const thing = parseThing(kind, from)
  const made = thing && planRename(files, thing, to, '2026-11-30')
  if (!thing || !made) throw new Error('nothing is called so')
  const texts = new Map(files)
  for (const [path, text] of made.files) {
    if (text === null) texts.delete(path)
    else texts.set(path, text)
  }
  return { ...made, texts, thing }
}

beforeAll(() => {
  before = recordModelOf(modelOf(files))
})

describe('planRename in the whole portal', () => {
  test.each([
    ['field', 'demand.budget', 'price', 20],
    ['code', 'demandUrgency.1', 'urgent', 5],
    ['state', 'moderated.offline', 'shelved', 8],
    ['path', '/demand-list', '/demands', 1],
    ['role', 'supplier', 'vendor', 10],
    ['type', 'demand', 'need', 10],
  ])('renames %s %s to %s with a migration that moves the records', (kind, from, to, least) => {
    const path = kind === 'path' ? (before.pages['demand/list']?.path ?? '') : from
    const { texts, left, edits, thing } = plan(kind, path, to)
    expect(left).toEqual([])
    expect(edits.length).toBeGreaterThanOrEqual(least)
    const after = recordModelOf(modelOf(texts))
    expect(findChanges(before, after).length).toBeGreaterThan(0)
    const steps = renameSteps(thing, to, { before, after })
    const moved = steps.reduce<RecordModel | null>(
      (model, one) => model && migrateModel(model, one, after),
      before,
    )
    expect(findChanges(moved as RecordModel, after)).toEqual([])
  })

  test('moves the file of a page and updates every reference', () => {
    const { texts, left, edits } = plan('page', 'demand/list', 'offers/demands')
    expect(left).toEqual([])
    expect(edits.length).toBeGreaterThan(10)
    expect(texts.has('pages-config/demand/list.json')).toBe(false)
    expect(modelOf(texts).pages.map(({ id }) => id)).toContain('offers/demands')
  })

  test('changes only the lines that it reports', () => {
    const { texts, edits } = plan('field', 'demand.budget', 'price')
    for (const [path, text] of files) {
      const lines = (texts.get(path) ?? '').split('\n')
      const old = text.split('\n')
      expect(lines.length).toBe(old.length)
      const changed = old.flatMap((line, at) => (line === lines[at] ? [] : [at + 1]))
      const told = new Set(edits.filter(({ file }) => file === path).map(({ line }) => line))
      expect(changed.filter((line) => !told.has(line))).toEqual([])
    }
  })

  test.each([
    ['field', 'demand.nothing'],
    ['field', 'demand'],
    ['code', 'nothing.1'],
    ['state', 'moderated.nothing'],
    ['page', 'nothing/here'],
    ['path', '/nothing-here'],
    ['widget', 'cells/money'],
  ])('returns null for the unknown %s %s', (kind, name) => {
    const thing = parseThing(kind, name)
    expect(thing && planRename(files, thing, 'other', '2026-11-30')).toBeNull()
  })
})
