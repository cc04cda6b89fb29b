// Tests a form whose category changes: parameters of the previous category are retained and not sent.
import { expect, test } from 'vitest'
import { FormStore } from '#portal/core/form-state/form-store.ts'
import { loadedFormWith } from '#portal/features/form/rjsf/loaded-form.ts'
import { setSchema } from '#shared/parameters/parameter-form.ts'
import { findSet, type ParameterSet } from '#shared/parameters/parameter-model.ts'
import { loaded, moduleOf } from '../../../support/loaded-form.ts'
import { model } from '../../../support/portal-model.ts'

// A browser has what it has read to itself.
const { forms, families } = structuredClone({ forms: model.forms, families: model.families })
const [form] = forms.filter(({ fields }) => fields.some(({ parameters }) => parameters))
const [family] = families
if (!form || !family) throw new Error('no form follows a category')
const [first, second] = family.sets.filter(({ isLast }) => isLast)
const holder = form.fields.find(({ parameters }) => parameters)?.name ?? ''
const by = form.fields.find(({ parameters }) => parameters)?.parameters?.by ?? ''
/** As the browser puts them together. */
const formOf = (set: ParameterSet | undefined) =>
  set ? loadedFormWith(loaded(form))(set)(moduleOf(setSchema(set))) : loaded(form)
const storeOf = (id: string | undefined, data: Readonly<Record<string, unknown>>) =>
  new FormStore(
    formOf(findSet({ families }, family.name, id ?? '')),
    { ...data, [by]: id },
    { id: '1', role: 'supplier', signedIn: true },
    { isOwner: true },
  )
/** Of the first category, and of no name that the second one has. */
const foreign = first?.fields.find(
  ({ name, type }) => type === 'number' && !second?.fields.some((field) => field.name === name),
)
const name = foreign?.name ?? ''
const given = { [holder]: { [name]: foreign?.schema.minimum } }

test('a form neither sends nor validates parameters of a category that is not selected', () => {
  const store = storeOf(second?.id, given)
  expect(store.body()[holder]).toEqual({})
  store.validate()
  expect(JSON.stringify(store.field(holder))).not.toContain('不支持')
})

test('a form sends the parameters of a category again when that category is selected again', () => {
  const away = storeOf(second?.id, given)
  expect(storeOf(first?.id, away.data()).body()[holder]).toEqual(given[holder])
})

test('a form without a selected category sends all entered parameters', () => {
  expect(storeOf(undefined, given).body()[holder]).toEqual(given[holder])
})
