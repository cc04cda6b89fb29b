// Lists cases of the call that says what was handed in already: what it may name of the address and of the form.
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

test('a parameter that the address need not give is asked of the form instead', () => {
  const [problem, ...others] = found('"{form.demandId}"', '"{query.demandId}"')
  expect(others).toEqual([])
  expect(problem).toMatchObject({ slug: 'param_optional', file: PAGE, what: 'demandId' })
  expect(problem?.message).toContain('check 请写 {form.demandId}')
})

test('a field that the form does not ask for never has a value', () => {
  expect(found('"{form.demandId}"', '"{form.demnadId}"')).toMatchObject([
    { slug: 'placeholder_field', file: PAGE, what: 'demnadId' },
  ])
  expect(found('"{form.demandId}"', '"{form.pairId}"')).toMatchObject([
    { slug: 'placeholder_field', what: 'pairId' },
  ])
})

test('what is read before the form is shown names nothing of it', () => {
  const page = 'pages-config/incubation/declare-edit.json'
  expect(checkReplaced([page, '"{query.id}"', '"{form.title}"']).map(({ slug }) => slug)).toContain(
    'placeholder_root',
  )
})
