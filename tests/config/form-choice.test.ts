// Tests form pages whose form is chosen by loaded data, and links after a refusal.
import { describe, expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { ERRORS } from '#shared/calls/errors.ts'
import type { FormPage } from '#shared/model/pages/form.ts'
import { POLICY, POLICY_FILE, smallFiles } from '../server/support/small-configuration.ts'

const FILE = 'pages-config/trial.json'
const PAGE = {
  $schema: '../schemas/config/page.schema.json',
  kind: 'form',
  path: '/trial',
  title: '试用',
  params: { key: { required: true } },
  form: 'registerUnit',
  load: { operation: 'auth.supplementInfo', params: { key: '{query.key}' } },
  submit: { operation: 'auth.supplement', body: { key: '{query.key}' } },
}
const CHOICE = {
  by: 'form',
  values: 'data',
  forms: ['registerUnit', 'registerSupplier'],
  without: ['userName', 'smsCode'],
}

const readForms = async () =>
  [...(await smallFiles()).keys()].flatMap((path) => /^schemas\/forms\/(\w+)\.json$/.exec(path)?.[1] ?? [])

async function check(more: Record<string, unknown>) {
  const files = await smallFiles()
  files.set(POLICY_FILE, JSON.stringify(POLICY))
  files.set(FILE, JSON.stringify({ ...PAGE, choice: CHOICE, ...more }, null, 2))
  const result = await checkConfiguration(files)
  const found = result.ok ? result.warnings : result.problems
  const problems = found.filter(({ file, slug }) => file === FILE && slug !== 'page_unused')
  const page = result.ok ? result.model.pages.find(({ path }) => path === PAGE.path) : undefined
  return { page: page as FormPage | undefined, problems }
}

describe('"choice" of a form page', () => {
  test('compiles each form without the excluded fields and without the consent', async () => {
    const { page, problems } = await check({ choice: CHOICE })
    expect(problems).toEqual([])
    expect(page?.choice).toMatchObject({ by: 'form', values: 'data' })
    expect(page?.choice?.forms.map(({ id }) => id)).toEqual(CHOICE.forms)
    for (const form of page?.choice?.forms ?? []) {
      const names = [
        ...form.fields.map(({ name }) => name),
        ...form.steps.flatMap(({ fields }) => fields),
        ...Object.keys(form.schema.properties as object),
        ...(form.schema.required as string[]),
        ...Object.keys(form.inputs),
      ]
      expect(names).toContain('mobile')
      for (const name of CHOICE.without) expect(names).not.toContain(name)
      expect(form.agreement).toBeUndefined()
    }
  })
  test('suggests the nearest name for an unknown form or field', async () => {
    const unknownForm = await check({ choice: { ...CHOICE, forms: ['registerUnits', 'registerUnit'] } })
    expect(unknownForm.problems).toMatchObject([{ slug: 'form_unknown', nearest: 'registerUnit' }])
    const unknownField = await check({ choice: { ...CHOICE, without: ['userNam'] } })
    expect(unknownField.problems).toMatchObject([{ slug: 'field_unknown', nearest: 'userName' }])
  })
})

describe('"refusals" of a form page', () => {
  const link = { page: 'trial', params: { key: '{item.key}' } }
  const refusals = [{ error: 'ACCOUNT_REFUSED', label: '修改', link }]
  test('are reported with refused_form when the linked page does not offer the form of the refused account', async () => {
    const { problems } = await check({ refusals })
    expect(problems).toMatchObject([{ slug: 'refused_form', line: expect.any(Number) }])
    expect(problems[0]?.message).toMatch(/该页却没有表单“register\w+”/)
  })
  test('are compiled to the codes of the error catalogue', async () => {
    const forms = (await readForms()).filter((id) => id.startsWith('register'))
    const { page, problems } = await check({ refusals, choice: { ...CHOICE, forms } })
    expect(problems).toEqual([])
    expect(page?.refusals).toMatchObject([{ code: ERRORS.ACCOUNT_REFUSED.code, label: '修改' }])
  })
  test('suggest the nearest name for an unknown error', async () => {
    const { problems } = await check({ refusals: [{ error: 'ACCOUNT_REFUSE', label: '修改', link }] })
    expect(problems).toMatchObject([{ slug: 'error_unknown', nearest: 'ACCOUNT_REFUSED' }])
  })
})

test('"notice" of a form page accepts a loaded value and refuses an unknown placeholder root', async () => {
  expect((await check({ notice: '原因：{item.reason}' })).problems).toEqual([])
  expect((await check({ notice: '原因：{zone.title}' })).problems).toMatchObject([
    { slug: 'placeholder_root' },
  ])
})
