// Tests position fields, report times and document templates in the forms of this portal.
import { expect, test } from 'vitest'
import type { Json } from '#shared/model/json.ts'
import { rulesOf } from '#shared/validation/form-rules.ts'
import { model } from '../../support/portal-model.ts'

const forms = model.forms.map(({ id, fields, inputs, schema }) => ({ id, fields, inputs, schema }))
const optionOf = (options: Json | undefined, name: string) =>
  (options as Readonly<Record<string, Json>> | undefined)?.[name]

test('every longitude field that users fill in offers the position of the device', () => {
  const longitudes = forms.flatMap(({ id, fields, inputs }) =>
    fields
      .filter(({ title, from, unit }) => /经度/.test(title) && from === undefined && unit === '°')
      .map(({ name }) => ({ at: `${id}.${name}`, latitude: optionOf(inputs[name]?.options, 'latitude') })),
  )
  expect(longitudes.length).toBeGreaterThan(3)
  expect(longitudes.filter(({ latitude }) => latitude === undefined)).toEqual([])
})

test('a time field that is preset to now refuses future times', () => {
  const times = forms.flatMap(({ id, fields, inputs, schema: form }) =>
    fields
      .filter(({ name }) => optionOf(inputs[name]?.options, 'preset') === 'now')
      .map(({ name }) => ({
        at: `${id}.${name}`,
        rules: rulesOf(form).filter((rule) => JSON.stringify(rule).includes(`"${name}"`)),
      })),
  )
  expect(times.map(({ at }) => at)).toContain('missionReport.reportTime')
  expect(times.filter(({ rules }) => !/"notAfter".*"now"/.test(JSON.stringify(rules)))).toEqual([])
})

test('the authorization letter field links to its printable template, which everybody may open', () => {
  const { options } = forms.find(({ id }) => id === 'registerSupplier')?.inputs.authLetter ?? {}
  const template = optionOf(options, 'template') as { readonly page: string } | undefined
  const page = model.pages.find(({ id }) => id === template?.page)
  expect(page?.access).toEqual(['anyone'])
  expect(JSON.stringify(page)).toContain('"print":true')
})
