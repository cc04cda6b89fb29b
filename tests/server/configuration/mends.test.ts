// Tests that the check says how to mend a finding, as a patch that makes the draft right when it is applied.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyMend } from '#portal/features/configuration/apply-mend.ts'
import type { SavedDraft } from '#shared/calls/configuration-answers.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

const LIST = 'pages-config~law~list.json'

describe('mends of findings', () => {
  let app: TestApp
  let token: string
  let published: string
  beforeAll(async () => {
    app = await createTestApp()
    token = await app.signIn('mending-operator', 'operator')
    const { data } = await app.get<{ published: string }>(`/newapi/operator/configuration/info/${LIST}`, {
      token,
    })
    published = data.published
  }, 60_000)
  afterAll(() => app.close())

  const save = async (text: string) =>
    (await app.post<SavedDraft>('/newapi/operator/configuration/save', { id: LIST, text }, { token })).data

  test.each([
    ['a misspelt operation', '"law.list"', '"law.lst"', '/source', 'law.list'],
    ['a misspelt field of a column', '"issuer"', '"isuer"', '/columns/2', 'issuer'],
    ['a misspelt widget of a section', '"hot-rank"', '"hot-rnak"', '/aside/0/widget', 'hot-rank'],
    ['a misspelt key', '"tabs"', '"tbas"', '', 'tabs'],
    ['a value that is not among the few', '"norms"', '"norm"', '/view', 'norms'],
  ])('%s is mended by the patch', async (_name, right, wrong, path, label) => {
    expect(published).toContain(right)
    const draft = await save(published.replace(right, wrong))
    const finding = draft.findings.find(({ mend }) => mend)
    expect(finding?.mend).toMatchObject({ label, patch: [{ op: 'replace', path }] })
    if (!finding?.mend) return
    const text = JSON.stringify(applyMend(published.replace(right, wrong), finding.mend))
    expect(JSON.parse(text)).toEqual(JSON.parse(published))
    expect(Object.keys(JSON.parse(text))).toEqual(Object.keys(JSON.parse(published)))
    expect((await save(text)).isValid).toBe(true)
  })

  test('a missing key is found at its own place; a name that nothing resembles has no mend', async () => {
    const { title: _, ...rest } = JSON.parse(published) as Record<string, unknown>
    const missing = await save(JSON.stringify(rest))
    expect(missing.findings[0]).toMatchObject({ code: 'key_missing', pointer: '/title' })
    expect(missing.findings[0]?.mend).toBeUndefined()
    const strange = await save(published.replace('"law.list"', '"qwertyuiop.zxcvbnm"'))
    expect(strange.findings[0]?.mend).toBeUndefined()
  })

  test('an address with letters that none may have says in words how it is written', async () => {
    const { findings } = await save(published.replace('"/lawsSecond"', '"laws second"'))
    const [finding] = findings
    expect([finding?.pointer, finding?.message]).toEqual(['/path', expect.stringContaining('以 / 开头')])
    expect(finding?.message).not.toContain('[')
  })
})
