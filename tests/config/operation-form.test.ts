// Tests operations whose body is a form.
import { describe, expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { smallFiles } from '../server/support/small-configuration.ts'

const FILE = 'schemas/api/trial.json'

async function check(operation: Record<string, unknown>) {
  const files = await smallFiles()
  const text = {
    $schema: '../config/api.schema.json',
    title: '试用',
    operations: { add: { at: 'POST /trial/add', summary: '试用', access: 'anyone', ...operation } },
  }
  files.set(FILE, JSON.stringify(text, null, 2))
  return checkConfiguration(files)
}

describe('"form" of an operation', () => {
  test('makes the form the body, requires the agreement, and does not require conditional fields', async () => {
    const result = await check({ form: 'registerSupplier' })
    if (!result.ok) throw new Error(JSON.stringify(result.problems))
    const operation = result.model.operations.find(({ id }) => id === 'trial.add')
    const form = result.model.forms.find(({ id }) => id === 'registerSupplier')
    expect(operation?.form).toBe('registerSupplier')
    expect(operation?.body?.additionalProperties).toBe(false)
    expect(Object.keys(operation?.body?.properties as object)).toEqual([
      ...(form?.fields.map(({ name }) => name) ?? []),
      'agreement',
    ])
    const required = operation?.body?.required as string[]
    expect(required).toContain('agreement')
    for (const name of Object.keys(form?.conditions ?? {})) expect(required).not.toContain(name)
  })
  test('is refused for an unknown form with the nearest name', async () => {
    const result = await check({ form: 'registerSuplier' })
    expect(result.ok).toBe(false)
    if (result.ok) return
    expect(result.problems).toMatchObject([{ slug: 'form_unknown', file: FILE, nearest: 'registerSupplier' }])
  })
  test('is refused together with a body and in a GET', async () => {
    for (const wrong of [{ body: { type: 'object' } }, { at: 'GET /trial/add' }]) {
      const result = await check({ form: 'registerUnit', ...wrong })
      expect(result.ok).toBe(false)
      if (!result.ok) expect(result.problems.map(({ slug }) => slug)).toEqual(['operation_form'])
    }
  })
})
