// Tests the `check` call of a form page: which address parameters and form fields it may name.
import { expect, test } from 'vitest'
import { checkReplaced } from './check-replaced.ts'

const PAGE = 'pages-config/intention/publish.json'
/** Where the address need not name the item, its number comes from the form. */
const found = (resourceId: string) =>
  checkReplaced(
    [PAGE, '"resourceId": { "required": true }', '"resourceId": { "required": false }'],
    [PAGE, '"{query.resourceId}"', `"${resourceId}"`],
  ).map(({ slug, file, found: what, message }) => ({ slug, file, what, message }))

test('the `check` call of a form page accepts a field of the form', () => {
  expect(found('{form.resourceId}')).toEqual([])
})

test('the `check` call of a form page refuses an optional address parameter and suggests the form field', () => {
  const [problem, ...others] = found('{query.resourceId}')
  expect(others).toEqual([])
  expect(problem).toMatchObject({ slug: 'param_optional', file: PAGE, what: 'resourceId' })
  expect(problem?.message).toContain('check 请写 {form.resourceId}')
})

test('the `check` call of a form page refuses a field that the form does not have', () => {
  expect(found('{form.resuorceId}')).toMatchObject([
    { slug: 'placeholder_field', file: PAGE, what: 'resuorceId' },
  ])
  expect(found('{form.resourceName}')).toMatchObject([{ slug: 'placeholder_field', what: 'resourceName' }])
})

test('the `load` call of a form page refuses a placeholder of the form', () => {
  const page = 'pages-config/demand/edit.json'
  expect(checkReplaced([page, '"{query.id}"', '"{form.title}"']).map(({ slug }) => slug)).toContain(
    'placeholder_root',
  )
})
