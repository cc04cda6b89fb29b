// Tests the check that states of one name are public in all lifecycles or in none.
import { expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { smallFiles } from '../server/support/small-configuration.ts'

test('state_meaning: a state that is public in one lifecycle but not in another is refused', async () => {
  const spare = {
    $schema: '../config/lifecycle.schema.json',
    title: '备用',
    initial: 'online',
    states: { online: { title: '已上线', final: true } },
    transitions: [],
  }
  const files = (await smallFiles()).set('schemas/lifecycles/spare.json', JSON.stringify(spare))
  const result = checkConfiguration(files)
  expect(result.ok ? [] : result.problems).toMatchObject([
    { slug: 'state_meaning', file: 'schemas/lifecycles/spare.json', found: 'online' },
  ])
  expect(result.ok ? '' : result.problems[0]?.message).toContain('同名状态的 public 须一致')
})
