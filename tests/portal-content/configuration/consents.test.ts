// Tests that every consent of the portal's forms names the privacy policy, whose page everybody may open.
import { expect, test } from 'vitest'
import { agreedPages } from '#shared/forms/agreement.ts'
import { model } from '../../support/portal-model.ts'

const POLICY = 'about/privacy'

test('the agreement of every registration names the privacy policy', () => {
  const ids = model.roles.flatMap(({ registers }) => registers?.form ?? [])
  const without = ids.filter((id) => {
    const agreement = model.forms.find((form) => form.id === id)?.agreement
    return !agreement || !agreedPages(agreement).some(({ page }) => page === POLICY)
  })
  expect(ids.length).toBeGreaterThan(8)
  expect(without).toEqual([])
})

test('every other consent field links to the public page of the privacy policy', () => {
  const policy = model.pages.find(({ id }) => id === POLICY)
  expect(policy?.access).toEqual(['anyone'])
  const consents = model.forms.flatMap(({ id, inputs }) =>
    Object.entries(inputs)
      .filter(([, { widget }]) => widget === 'agreement')
      .map(([name, { options }]) => ({ id, name, options })),
  )
  expect(consents.length).toBeGreaterThan(3)
  for (const { id, name, options } of consents)
    expect(options, `${id}.${name}`).toMatchObject({ title: '隐私政策', address: `#${policy?.path}` })
})
