// Tests that every content type with a unique field refuses a second item with the same value.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom } from '#server/transfer/seed/seed-volume.ts'
import { rulesOf } from '#shared/validation/form-rules.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { validAnswers } from '../../support/valid-answers.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Where chance left the field empty. */
const VALUES: Readonly<Record<string, string>> = { uscc: '91350100M000100Y43' }

test('every type refuses a second item with the same value of a unique field, at that field', async () => {
  const { contentTypes, operations, forms } = app.source.model
  const token = await app.signIn('boss', 'operator')
  const proved: string[] = []
  for (const type of contentTypes)
    for (const field of type.fields.filter(({ unique }) => unique)) {
      const add = operations.find(({ content }) => content?.type === type.name && content.action === 'add')
      const form = forms.find(({ id }) => id === type.name)
      if (!add || !form) throw new Error(`nobody can add ${type.name}`)
      const own = new Set(
        type.fields.flatMap(({ name, ref, refBy, required }) => (!required && (ref || refBy) ? [name] : [])),
      )
      const bodyOf = (seed: number) => {
        const answers = Object.entries(validAnswers(createRandom(seed), form, 0))
        return Object.fromEntries(answers.filter(([name]) => !own.has(name)))
      }
      const value = bodyOf(1)[field.name] ?? VALUES[field.name]
      // The value of a setting depends on its name.
      const dependent = rulesOf(type.schema).flatMap((rule) => (rule.kind === 'setting' ? [rule.field] : []))
      const kept = Object.fromEntries(dependent.map((name) => [name, bodyOf(1)[name]]))
      const hand = (seed: number) =>
        app.post(add.path, { ...bodyOf(seed), ...kept, [field.name]: value }, { token })
      const first = await hand(1)
      expect(first.status, first.text).toBe(200)
      const second = await hand(2)
      expect([type.name, second.status, second.errors?.map(({ path }) => path)]).toEqual([
        type.name,
        400,
        [`/${field.name}`],
      ])
      expect(second.errors?.[0]?.message).toContain(`“${field.title}”已被使用`)
      proved.push(`${type.name}.${field.name}`)
    }
  expect(proved.sort()).toEqual([
    'company.uscc',
    'incubateActivity.activityNo',
    'missionParameter.paramKey',
    'standard.no',
  ])
})
