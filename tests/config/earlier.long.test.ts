// Tests the `check` call of a form page: which address parameters and form fields it may name.
import { expect, test } from 'vitest'
import { checkReplaced } from './check-replaced.ts'

const PAGE = 'pages-config/incubation/declare.json'
const found = (was: string, now: string) =>
  checkReplaced([PAGE, was, now]).map(({ slug, file, found: what, message }) => ({
    slug,
    file,
    what,
    message,
  }))

test('the `check` call of a form page refuses an optional address parameter and suggests the form field', () => {
  const [problem, ...others] = found('"{form.demandId}"', '"{query.demandId}"')
  expect(others).toEqual([])
  expect(problem).toMatchObject({ slug: 'param_optional', file: PAGE, what: 'demandId' })
  expect(problem?.message).toContain('check 请写 {form.demandId}')
})

test('the `check` call of a form page refuses a field that the form does not have', () => {
  expect(found('"{form.demandId}"', '"{form.demnadId}"')).toMatchObject([
    { slug: 'placeholder_field', file: PAGE, what: 'demnadId' },
  ])
  expect(found('"{form.demandId}"', '"{form.pairId}"')).toMatchObject([
    { slug: 'placeholder_field', what: 'pairId' },
  ])
})

test('the `load` call of a form page refuses a placeholder of the form', () => {
  const page = 'pages-config/incubation/declare-edit.json'
  expect(checkReplaced([page, '"{query.id}"', '"{form.title}"']).map(({ slug }) => slug)).toContain(
    'placeholder_root',
  )
})
